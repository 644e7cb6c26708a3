import { setImmediate } from 'node:timers/promises';
import type { Db } from '../../../../server/database/db.ts';
import { AppError, wrongFields } from '../../../../server/http/errors.ts';
import type { Language } from '../../../../shared/languages.ts';
import { type Maker, writeAudit, writeAudits } from '../../../studio/server/audit.ts';
import { readingSeconds } from '../../reading-time.ts';
import { createReplacer, type Hit, mostHits, type Wanted } from '../../text/find-replace.ts';
import { isTooLong, longestText } from '../../text/studio-contract.ts';
import { writeMarkdown } from '../../text/write-markdown.ts';
import { lockBookForDates } from '../dates/dates-queries.ts';
import { presentEditedBook, readEditedBook, titleOf } from '../editing/books.ts';
import { changedText, keepPlaces, type MovePlaces } from '../imports/moved-places.ts';
import { blocksOf, type ChapterEditionRow } from '../imports/queries.ts';
import { upsertChapterEditions } from '../imports/write-queries.ts';
import { type BookRecord, imagesIn, sumOfText } from '../undo/record.ts';
import { insertRecord } from '../undo/undo-queries.ts';
import { differingLines } from './differing-lines.ts';
import { listTextChapters, listTexts, signTexts } from './find-replace-queries.ts';

/** Makes the import, done already, by which a change of a book's texts is undone; returns its id. */
export type MakeHandBatch = (
  tx: Db,
  given: { by: Maker; name: string; book: { id: string; title: string }; replaced: number },
) => Promise<string>;

/** So many chapters are read at once. */
const chaptersAtOnce = 20;
/** Others wait no longer. */
const mostMs = 20;

interface Found {
  hits: (Hit & { chapterId: string; language: Language })[];
  total: number;
  chapters: number;
  batch: string | null;
}

/**
 * Finds words in all texts of a novel and, unless it is only tried, replaces them in the caller's transaction, as a batch
 * that can be undone. Rejects with 404, with 409 for a comic, and with 400 where a text would have no words left, or would
 * be too long.
 */
export async function replaceInBook(
  tx: Db,
  given: {
    by: Maker;
    bookId: string;
    wanted: Wanted;
    languages: readonly Language[] | null;
    isTried: boolean;
    makeHandBatch: MakeHandBatch;
    movePlaces: MovePlaces;
  },
): Promise<Found> {
  const { by, bookId, wanted, languages, isTried, movePlaces } = given;
  if (!isTried) await lockBookForDates(tx, bookId);
  const book = await readEditedBook(tx, bookId);
  if (book.kind !== 'novel') throw new AppError(409, 'kind_differs', 'Only novels have texts');
  const found: Found = { hits: [], total: 0, chapters: 0, batch: null };
  const changes: TextChange[] = [];
  const ids = await listTextChapters(tx, { bookId, languages });
  for (let from = 0; from < ids.length; from += chaptersAtOnce) {
    const texts = await listTexts(tx, { chapterIds: ids.slice(from, from + chaptersAtOnce), languages });
    const changed: TextChange[] = [];
    for (const text of texts) changed.push(...(await replaceInText(found, text, wanted)));
    found.chapters += new Set(changed.map(({ after }) => after.chapter_id)).size;
    if (isTried || changed.length === 0) continue;
    const rows = changed.map(({ after }) => after);
    await upsertChapterEditions(tx, rows);
    await signTexts(tx, { texts: rows, user: by.kind === 'studio' ? by.user : null });
    await keepPlaces(tx, { bookId, texts: changed.map(({ before, after }) => changedText(before, after)), movePlaces });
    changes.push(...changed);
  }
  if (changes.length === 0) return found;
  const title = titleOf(presentEditedBook(book));
  found.batch = await keepBatch(tx, { ...given, title, found, changes });
  return found;
}

interface TextChange {
  before: ChapterEditionRow;
  after: ChapterEditionRow;
  isByHand: boolean;
}

async function replaceInText(
  found: Found,
  { row, isByHand }: { row: ChapterEditionRow; isByHand: boolean },
  wanted: Wanted,
): Promise<TextChange[]> {
  const { chapter_id: chapterId, language } = row;
  const replacer = createReplacer(wanted, { language, most: longestText });
  const replaced = await letOthersBy(replacer(blocksOf(row) ?? []));
  if (!replaced) return [];
  // One that an import brought may be longer already: it may not grow.
  const grows = wanted.replace.length > wanted.find.length;
  if (replaced === 'too_long' || (grows && isTooLong(writeMarkdown(replaced.blocks))))
    throw wrongFields([{ path: 'replace', code: 'too_long', message: `would make ${row.title} too long` }]);
  const { blocks, hits, total } = replaced;
  if (blocks.length === 0)
    throw wrongFields([{ path: 'replace', code: 'empty', message: `would leave nothing of the text of ${row.title}` }]);
  found.total += total;
  const room = mostHits - found.hits.length;
  found.hits.push(...hits.slice(0, room).map((hit) => ({ ...hit, chapterId, language })));
  const after = { ...row, blocks, reading_seconds: readingSeconds({ blocks, pages: [] }) };
  return [{ before: row, after, isByHand }];
}

/** Takes steps to their end, and lets others have their turn between them. */
async function letOthersBy<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    const until = performance.now() + mostMs;
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) return step.value;
      if (performance.now() > until) break;
    }
    await setImmediate();
  }
}

async function keepBatch(
  tx: Db,
  given: Parameters<typeof replaceInBook>[1] & { title: string; found: Found; changes: readonly TextChange[] },
): Promise<string> {
  const { by, bookId, wanted, title, found, changes } = given;
  const name = `${wanted.find} → ${wanted.replace}`;
  const book = { id: bookId, title };
  const batch = await given.makeHandBatch(tx, { by, name, book, replaced: found.chapters });
  const record: BookRecord = { book: null, editions: [], chapters: [], texts: changes.map(recordOf), pages: [] };
  const chapterIds = [...new Set(changes.map(({ after }) => after.chapter_id))];
  await insertRecord(tx, { batchId: batch, bookId, isNew: false, record, chapterIds, imageIds: imagesIn(record) });
  await writeAudit(tx, {
    ...{ by, action: 'book.find_replace', target: { kind: 'book', id: bookId, name: title }, batch },
    after: { find: wanted.find, replace: wanted.replace, count: found.total, chapters: found.chapters },
  });
  const audits: Parameters<typeof writeAudit>[1][] = [];
  for (const { before, after } of changes) {
    const field = `text.${after.language}`;
    const lines = differingLines(writeMarkdown(blocksOf(before) ?? []), writeMarkdown(blocksOf(after) ?? []));
    audits.push({
      ...{ by, action: 'chapter.text', batch, target: { kind: 'chapter', id: after.chapter_id, name: after.title } },
      ...{ before: { [field]: lines.before }, after: { [field]: lines.after } },
    });
    await setImmediate();
  }
  await writeAudits(tx, audits);
  return batch;
}

function recordOf({ before, after, isByHand }: TextChange): BookRecord['texts'][number] {
  const { chapter_id, language, title, cover_image_id, published_at } = after;
  const shown = { title, cover_image_id, published_at, text: sumOfText(after) };
  return { chapter_id, language, before, after: { ...shown, ...(isByHand ? {} : { isMarked: true }) } };
}
