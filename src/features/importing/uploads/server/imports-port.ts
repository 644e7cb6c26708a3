import type { Db } from '../../../../server/database/db.ts';

/** The answer of imports about a file: an import may take it, is not there, or stands where it takes none. */
export type MayTake = 'yes' | 'import_not_found' | 'import_state';

/** The questions of uploads to imports, which are handed in, so that uploads need not know them. */
export interface ImportsOfUploads {
  /** Whether the import may take a file of this path; asked in the transaction that adds it. */
  mayTake(tx: Db, importId: string, path: string): Promise<MayTake>;
}

/** A site without imports: no import is ever there. */
export const noImports: ImportsOfUploads = { mayTake: async () => 'import_not_found' };
