import { createHash } from 'node:crypto';
import type { Db } from '../../../../server/database/db.ts';
import { type Language, languageTags } from '../../../../shared/languages.ts';
import { paths } from '../../../../shared/paths.ts';
import { printedName, printedNumber } from '../../../../shared/printed-name.ts';
import { displayText } from '../../../../shared/text.ts';
import { findBookWithChapters } from '../../../catalog/server/catalog.ts';
import type { PictureFiles } from '../../../media/server/media.ts';
import { writeComicInfo } from '../../comic-info.ts';
import type { TextIn } from '../keys/words.ts';
import type { DoorPage, DoorPages, DoorReader, PageForm } from '../pages/pages.ts';
import type { Found } from './found-file.ts';
import type { ReadMembers } from './stored-zip.ts';
import { wholeOf } from './whole-file.ts';

export interface ComicDeps {
  db: Db;
  pages: DoorPages;
  pictureFiles: PictureFiles;
  publicUrl: string;
  textIn: TextIn;
}

/** Finds the CBZ of a comic's chapter: its pages behind its ComicInfo.xml. */
export function createComics({ db, pages, pictureFiles, publicUrl, textIn }: ComicDeps) {
  return {
    async find(asked: {
      chapterId: string;
      language: Language;
      as: 'jpeg' | 'webp';
      reader: DoorReader;
    }): Promise<Found> {
      const { language, as } = asked;
      const opened = await pages.open(asked);
      if (opened.kind === 'unknown') return opened;
      const { bookId, kind } = opened.chapter;
      if (kind !== 'comic') return { kind: 'unknown' };
      if (opened.kind === 'refused') return { kind: 'refused', bookId };
      const { chapter } = opened;
      const found = await findBookWithChapters(db, { bookId, language, direction: 'asc', page: 0, pageSize: 1 });
      if (!found || opened.pages.length === 0) return { kind: 'unknown' };
      const title = displayText(chapter.title).trim();
      const path = paths.chapter({ bookUuid: bookId, chapterUuid: chapter.id, number: chapter.number });
      const info = writeComicInfo({
        title,
        series: displayText(chapter.bookTitle),
        number: String(printedNumber(chapter)),
        summary: displayText(found.book.introduction),
        publishedAt: chapter.publishedAt,
        writer: displayText(found.book.author),
        web: `${publicUrl}${path}?lang=${language}`,
        pages: opened.pages.length,
        language: chapter.textLanguage ?? languageTags[language],
        isRightToLeft: chapter.readingDirection === 'rtl',
      });
      return {
        kind: 'open',
        ...{ bookId, language, form: 'cbz', chapterIds: [chapter.id] },
        title: title || printedName(textIn(language), chapter),
        key: keyOf(info, as, opened.pages),
        parts: () => partsOf(info, as, opened.pages),
      };
    },
  };

  async function* partsOf(info: string, as: 'jpeg' | 'webp', shown: readonly DoorPage[]): AsyncGenerator<ReadMembers> {
    yield async () => [{ name: 'ComicInfo.xml', bytes: Buffer.from(info) }];
    // They wait for their turn to be made, where a page that is asked for by itself would be refused.
    const images = shown.map(({ imageId }) => imageId);
    if (as === 'jpeg') await pictureFiles.listJpegs(images, Number.POSITIVE_INFINITY);
    const form: PageForm = as === 'jpeg' ? { as, atLeast: null } : { as };
    const digits = Math.max(3, String(shown.length).length);
    for (const [index, page] of shown.entries()) {
      const name = `${String(index + 1).padStart(digits, '0')}.${as === 'jpeg' ? 'jpg' : as}`;
      yield async () => [{ name, bytes: await wholeOf(pages.read(page, form)) }];
    }
  }
}

function keyOf(info: string, as: string, pages: readonly DoorPage[]): string {
  const images = pages.map(({ imageId }) => imageId);
  return createHash('sha256')
    .update(JSON.stringify([info, as, images]))
    .digest('base64url');
}
