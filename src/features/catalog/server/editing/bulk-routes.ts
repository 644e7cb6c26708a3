import { type Db, withTransaction } from '../../../../server/database/db.ts';
import { readGivenTime } from '../../../../server/http/given-time.ts';
import type { StudioPlatform } from '../../../studio/server/studio-api.ts';
import { type BulkBooks, type BulkChapters, catalogStudioCalls } from '../../studio-contract.ts';
import { requireNear, requireOverride } from '../dates/publication.ts';
import { readMoment } from '../dates/settle-queries.ts';
import { presentOutcome } from './bulk.ts';
import { type BookAction, changeBooks } from './bulk-books.ts';
import { type ChapterAction, changeChapters } from './bulk-chapters.ts';
import { type MoveReading, moveToBook } from './move-to-book.ts';

export interface BulkDeps extends StudioPlatform {
  moveReading: MoveReading;
  /** Lets this process know of a change of dates at once. */
  refresh(): Promise<void>;
}

/** The studio's calls that change many books or chapters at once (spec: studio.md#many-at-once). */
export function mountBulk({ studio, db, setting, refresh }: BulkDeps): void {
  studio.add(
    catalogStudioCalls.changeBooks,
    async ({ body, by }) => {
      const action = await readBookAction(db, body, setting('time_zone'));
      const refusals = await changeBooks(db, { by, bookIds: body.books, action });
      await refresh();
      const result = body.books.map((id) => ({ book_uuid: id, ...presentOutcome(refusals.get(id) ?? null) }));
      return { result, total: result.length };
    },
    { wantsFor: (body) => (isTrash(body) ? 'sensitive' : 'nothing') },
  );

  studio.add(catalogStudioCalls.changeChapters, async ({ body, by }) => {
    const action = await readChapterAction(db, body, setting('time_zone'));
    const refusals = await changeChapters(db, { by, chapterIds: body.chapters, action });
    await refresh();
    const result = body.chapters.map((id) => ({ chapter_uuid: id, ...presentOutcome(refusals.get(id) ?? null) }));
    return { result, total: result.length };
  });
}

/** The studio's call that moves chapters to another book (spec: studio.md#to-another-book). */
export function mountMoveToBook({ studio, db, refresh, moveReading }: BulkDeps): void {
  studio.add(catalogStudioCalls.moveToBook, async ({ body, by }) => {
    const { chapters: chapterIds, book_uuid: bookId, before = null } = body;
    const arrived = await withTransaction(db, (tx) => moveToBook(tx, { by, chapterIds, bookId, before, moveReading }));
    await refresh();
    const result = arrived.map(({ id, place, number }) => ({ chapter_uuid: id, book_uuid: bookId, place, number }));
    return { result, total: result.length };
  });
}

/** Read before the body is checked, so of any shape. */
function isTrash(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'action' in body && body.action === 'trash';
}

async function readBookAction(db: Db, body: BulkBooks, timeZone: string): Promise<BookAction> {
  if (body.action === 'publish')
    return { action: 'date', publishedAt: 'now', languages: undefined, isSilent: isSilent(body) };
  if (body.action !== 'schedule') return body;
  return { action: 'date', ...(await readDate(db, body.value, timeZone)), isSilent: isSilent(body) };
}

function isSilent(body: { silent?: boolean | undefined; value?: { silent?: boolean | undefined } | null | undefined }) {
  return body.silent ?? body.value?.silent ?? false;
}

async function readDate<Languages>(
  db: Db,
  given: { published_at: string; time_zone?: string | undefined; languages?: Languages | undefined },
  timeZone: string,
): Promise<{ publishedAt: Date; languages: Languages | undefined }> {
  const publishedAt = readGivenTime('value.published_at', given.published_at, given.time_zone ?? timeZone);
  requireNear('value.published_at', publishedAt, await readMoment(db));
  return { publishedAt, languages: given.languages };
}

async function readChapterAction(db: Db, body: BulkChapters, timeZone: string): Promise<ChapterAction> {
  switch (body.action) {
    case 'publish':
      return { action: 'date', publishedAt: 'now', languages: body.value?.languages, isSilent: isSilent(body) };
    case 'unpublish':
      return { action: 'date', publishedAt: null, languages: undefined, isSilent: false };
    case 'schedule':
      return { action: 'date', ...(await readDate(db, body.value, timeZone)), isSilent: isSilent(body) };
    case 'access': {
      const { access, free_at: at, time_zone: zone = timeZone } = body.value;
      const freeAt = typeof at === 'string' ? readGivenTime('value.free_at', at, zone) : at;
      requireOverride({ access, freeAt }, await readMoment(db));
      return { action: 'access', access, freeAt };
    }
    case 'move':
      return { action: 'move', before: body.value.before };
    case 'trash':
      return { action: 'trash' };
  }
}
