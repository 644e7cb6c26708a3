import { readFile } from 'node:fs/promises';
import type { Db } from '../../../../server/database/db.ts';
import { invalidRequest } from '../../../../server/http/errors.ts';
import type { Uploads } from './uploads.ts';

const mostBytes = 12 * 1024 * 1024;

/** Uploads that are texts, for those who know no uploads. */
export function createSentTexts(uploads: Uploads) {
  return {
    async read(db: Db, file: { id: string; userId: string }): Promise<string> {
      const { file: path, length } = await uploads.peek(db, file);
      if (length > mostBytes) throw refused('is larger than 12 MiB');
      try {
        return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
      } catch (error) {
        if (error instanceof TypeError) throw refused('is no text in UTF-8');
        throw error;
      }
    },
    spend: async (tx: Db, file: { id: string; userId: string }): Promise<void> => void (await uploads.take(tx, file)),
    forget: ({ id }: { id: string }): Promise<void> => uploads.forget(id),
  };
}

function refused(message: string) {
  return invalidRequest('The file cannot be used', [{ path: 'upload', code: 'invalid', message }]);
}
