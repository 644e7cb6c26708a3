import { notFound } from '../../../server/http/errors.ts';
import type { Platform } from '../../../server/http/platform.ts';
import { Payload } from '../../../server/process/payload.ts';
import type { Language } from '../../../shared/languages.ts';
import { findReadableChapter } from '../../catalog/server/catalog.ts';
import { accessOf, type Dates } from '../../catalog/server/dates/openings.ts';
import { type ChapterContent, decideRefusal, type Reader, readContent } from '../../reading/server/reading.ts';
import type { SizeAnswer } from '../contract.ts';
import { offlineCalls } from '../contract.ts';
import { fileToKeep, type WantedForm } from '../rules.ts';

export interface SizeDeps extends Platform<Reader> {
  dates: Dates;
  /** The existing files of pictures, by the pictures' ids. */
  filesOf(imageIds: readonly string[]): Promise<Map<string, PictureFile[]>>;
}

interface PictureFile {
  type: string;
  width: number;
  bytes: number;
}

interface Asked {
  chapterId: string;
  language: Language;
  form: WantedForm;
  reader: Pick<Reader, 'membership' | 'now'>;
}

/** The text around a picture in the chapter's answer: its addresses, sides and placeholder. */
const bytesAround = 900;

/** The space that a chapter would take on a device, shown before it is kept. */
export function addChapterSizeCall({ api, db, dates, filesOf }: SizeDeps): void {
  async function measure({ chapterId, language, form, reader }: Asked): Promise<SizeAnswer> {
    const chapter = await findReadableChapter(db, { chapterId, language });
    if (!chapter) throw notFound('chapter_not_found', 'There is no such chapter');
    if (decideRefusal(chapter, { ...reader, access: accessOf(dates, chapter, reader.now) })) return { result: null };
    const content = await readContent(db, chapter);
    const files = await filesOf(imageIdsIn(content));
    const pictures = [...files.values()].reduce(
      (sum, each) => sum + (fileToKeep(each, form)?.bytes ?? 0) + bytesAround,
      0,
    );
    return {
      result: {
        bytes: pictures + Buffer.byteLength(JSON.stringify(content.blocks)),
        count: chapter.kind === 'novel' ? content.blocks.length : (content.pages.at(-1)?.page ?? -1) + 1,
        next_chapter_uuid: chapter.nextId,
        next_chapter_number: chapter.nextNumber,
      },
    };
  }

  api.add(
    offlineCalls.getChapterSize,
    ({ params: { chapterUuid, language }, query }) =>
      measure({ chapterId: chapterUuid, language, form: query, reader: { membership: null, now: dates.now() } }),
    async ({ params: { chapterUuid, language }, query, viewer }) => {
      const size = await measure({ chapterId: chapterUuid, language, form: query, reader: viewer });
      return new Payload(JSON.stringify({ data: size }));
    },
  );
}

function imageIdsIn({ pages, blocks }: ChapterContent): string[] {
  const inText = blocks.flatMap((block) => (block.type === 'img' ? [block.imageId] : []));
  return [...new Set([...pages.map(({ imageId }) => imageId), ...inText])];
}
