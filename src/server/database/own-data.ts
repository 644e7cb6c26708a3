import type { Db } from './db.ts';

/** What a feature keeps of each user: it tells it to them, and forgets it when they leave. */
export interface OwnData {
  /** The user's own, by the names of the files of an export: nobody else's data, and no secret. */
  tell(db: Db, userId: string): Promise<Readonly<Record<string, unknown>>>;
  /** Removes what is theirs alone; what others count with stays. It can be done again, in the caller's transaction. */
  forget(tx: Db, userId: string): Promise<void>;
}
