import type { Db } from '../../../../server/database/db.ts';

/** Whether an import takes a file: yes; there is no such import; it is in a state that takes none. */
export type MayTake = 'yes' | 'import_not_found' | 'import_state';

/** What uploads ask of imports. It is passed in, so that uploads do not depend on imports. */
export interface ImportsOfUploads {
  /** Whether the import may take a file of this path; asked in the transaction that adds it. */
  mayTake(tx: Db, importId: string, path: string): Promise<MayTake>;
}

/** A site without imports: no import is ever there. */
export const noImports: ImportsOfUploads = { mayTake: async () => 'import_not_found' };
