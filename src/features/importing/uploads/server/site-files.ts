import type { Db } from '../../../../server/database/db.ts';
import { invalidRequest } from '../../../../server/http/errors.ts';
import { type DrawnFile, drawForSite, type Media, type SitePictureUse } from '../../../media/server/media.ts';
import type { Uploads } from './uploads.ts';

interface SentFile {
  id: string;
  userId: string;
}

/** Uploads that become pictures of the site itself. What was sent is not kept, whatever comes of it. */
export function createSiteFiles({ db, uploads, media }: { db: Db; uploads: Uploads; media: Media }) {
  return {
    /** Draws the file for its places; rejects with 400 where it cannot be. */
    async draw(file: SentFile, use: SitePictureUse): Promise<DrawnFile[]> {
      const { file: path } = await uploads.peek(db, file);
      const drawn = await drawForSite(media, { path, use });
      if (typeof drawn !== 'string') return drawn;
      await uploads.terminate(file);
      throw invalidRequest('The file cannot be used', [{ path: 'upload', code: 'invalid', message: drawn }]);
    },
    spend: async (tx: Db, file: SentFile): Promise<void> => void (await uploads.take(tx, file)),
    forget: ({ id }: SentFile): Promise<void> => uploads.forget(id),
  };
}
