import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { settle } from '../../../src/features/payments/server/payments.ts';
import { faultsOfReceipts } from '../../../src/features/payments/testing/receipt-numbers.ts';
import { settingsIn } from '../../../src/shared/site-settings.ts';
import { startDatabase } from '../lib/longstrip.ts';
import type { Row } from '../row.ts';

const numbers = 10_000;
const writers = 8;

export const receipts: Row = {
  name: 'receipts',
  what: '10,000 payments booked by 8 writers: faults in the numbers of their receipts',
  against: 'none',
  unit: 'faults',
  target: { kind: 'oursAtMost', value: 0 },
  async run({ scratch }) {
    const database = await startDatabase(join(scratch, 'receipts', 'postgres'));
    try {
      const { db } = database;
      const references = Array.from({ length: numbers }, () => randomUUID().replaceAll('-', ''));
      await db.query(
        `with buyers as (
           insert into users (id, username, username_key, password_hash)
           select reference::uuid, left(reference, 20), left(reference, 20), 'none' from unnest($1::text[]) as reference returning id)
         insert into payment_orders (id, provider, reference, user_id, plan, months, amount_minor, currency, state)
         select gen_random_uuid(), 'wechat', replace(id::text, '-', ''), id, 'month', 1, 1000, 'CNY', 'open' from buyers`,
        [references],
      );
      const books = { db, setting: settingsIn({}) };
      const waiting = references.values();
      const began = performance.now();
      const write = async () => {
        for (const reference of waiting)
          await settle(books, {
            ...{ provider: 'wechat', reference, transactionId: `t${reference}`, amountMinor: 1000, currency: 'CNY' },
            paidAt: new Date(),
          });
      };
      await Promise.all(Array.from({ length: writers }, write));
      const seconds = (performance.now() - began) / 1000;
      const { rows } = await db.query<{ count: number }>('select count(*) as count from receipts');
      const missing = numbers - Number(rows[0]?.count ?? 0);
      const faults = await faultsOfReceipts(db);
      const note = `${(numbers / seconds).toFixed(0)} payments a second`;
      return { ours: faults.length + missing, reference: null, note };
    } finally {
      await database.stop();
    }
  },
};
