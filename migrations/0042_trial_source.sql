-- membership: checked apart, while others read and write.
ALTER TABLE ledger_entries VALIDATE CONSTRAINT ledger_entries_source_check;
