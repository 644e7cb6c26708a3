import type { Db } from '../../../server/database/db.ts';

/** A file that somebody in the studio has sent. */
export interface SentFile {
  id: string;
  userId: string;
}

/** Files as texts; this feature knows no uploads. */
export interface SentTexts {
  /** The text of a whole, unused file; rejects with 400 where it is none, too large or no UTF-8. */
  read(db: Db, file: SentFile): Promise<string>;
  /** Uses the file for good, in the transaction of its use; rejects like `read`. */
  spend(tx: Db, file: SentFile): Promise<void>;
  /** Removes a file whose use is stored. */
  forget(file: SentFile): Promise<void>;
}
