import * as z from 'zod/mini';
import type { CommandSite } from '../../../server/command/command.ts';
import { OperatorError } from '../../../server/command/operator-error.ts';
import { isLanguage, type Language } from '../../../shared/languages.ts';
import { givenUuid } from '../../../shared/wire.ts';
import { mediaOptions } from '../../media/server/converters.ts';
import { createMedia } from '../../media/server/media.ts';
import { type ExportFormat, exportFormats } from '../rules.ts';
import { openExport } from '../server/exporting.ts';
import { writeExport } from '../server/write-export.ts';

export type ExportOptions = { language?: string; format?: string; json?: true };

/** `longstrip export`: a book into a folder that is made for it. */
export async function runExport(
  site: CommandSite,
  given: { book: string; target: string },
  options: ExportOptions,
): Promise<void> {
  const id = z.safeParse(givenUuid, given.book);
  if (!id.success) throw new OperatorError(`${JSON.stringify(given.book)} is not the UUID of a book.`);
  const [format, language] = [readFormat(options.format), readLanguage(options.language)];
  await site.withDatabase(async (db) => {
    const media = createMedia(mediaOptions(site));
    try {
      const asked = { bookId: id.data, format, language, publicUrl: site.publicUrl };
      const found = await openExport({ db, media }, asked);
      if (found === 'unknown') throw new OperatorError(`There is no book ${id.data}.`);
      if (found === 'unfit')
        throw new OperatorError(
          'A novel goes out as a folder or an EPUB, a comic as a folder or CBZ, and in a language that it has.',
        );
      const files = await writeExport(given.target, found);
      console.log(options.json ? JSON.stringify({ files }) : `${files} files written to ${given.target}.`);
    } finally {
      await media.close();
    }
  });
}

function readFormat(given = 'folder'): ExportFormat {
  const format = exportFormats.find((each) => each === given);
  if (!format) throw new OperatorError(`--format takes ${exportFormats.join(', ')}.`);
  return format;
}

function readLanguage(given: string | undefined): Language | null {
  if (given === undefined) return null;
  if (!isLanguage(given))
    throw new OperatorError(`${JSON.stringify(given)} is no language of the site, such as en-us.`);
  return given;
}
