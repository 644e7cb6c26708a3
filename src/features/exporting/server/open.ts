import { invalidField, notFound } from '../../../server/http/errors.ts';
import type { Platform } from '../../../server/http/platform.ts';
import { epubType } from '../../doors/epub.ts';
import type { Media } from '../../media/server/media.ts';
import type { StudioPlatform } from '../../studio/server/studio-api.ts';
import { exportingStudioCalls } from '../studio-contract.ts';
import { openExport } from './exporting.ts';
import { zipOf } from './zip-of.ts';

/** Opens the way out for books (spec: doors.md#export). */
export function openExporting(
  platform: Platform,
  { studio, media }: Pick<StudioPlatform, 'studio'> & { media: Media },
) {
  const { db, config } = platform;
  studio.add(exportingStudioCalls.exportBook, async () => undefined, {
    async file({ params, query: { format, language = null } }) {
      const { publicUrl } = config;
      const found = await openExport({ db, media }, { bookId: params.uuid, format, language, publicUrl });
      if (found === 'unknown') throw notFound('book_not_found', 'There is no such book');
      if (found === 'unfit') {
        const message = 'This book does not go out in this form or language';
        throw invalidField('format', message);
      }
      if (format !== 'epub')
        return { type: 'application/zip', name: `${found.name}.zip`, content: zipOf(found.files()) };
      for await (const { path, open } of found.files()) return { type: epubType, name: path, content: await open() };
      throw notFound('book_not_found', 'There is no such book');
    },
  });
}
