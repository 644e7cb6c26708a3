import { type Db, type DbPool, withTransaction } from '../../../../server/db.ts';
import { readGivenTime } from '../../../../server/given-time.ts';
import { isLanguage } from '../../../../shared/languages.ts';
import type { Cover } from '../../../../shared/wire.ts';
import { lastChangeOf } from '../../../studio/server/audit.ts';
import type { StudioApi } from '../../../studio/server/studio-api.ts';
import { etagOf as etagOfValue, requireVersion } from '../../../studio/server/versions.ts';
import {
  bookAnswer,
  bookBody,
  booksAnswer,
  booksQuery,
  chapterAnswer,
  chapterBody,
  chaptersAnswer,
  chapterUuid,
  forEverBody,
  moveBody,
  newBookBody,
  outOfOrderRefusal,
  restoredAnswer,
  trashAnswer,
  trashQuery,
} from '../../studio-contract.ts';
import { lockBookForDates } from '../release/dates-queries.ts';
import { requireBookOfChapter, requireOverride, setOverride } from '../release/publication.ts';
import { etagOf } from '../release/publishing-rows.ts';
import { readMoment } from '../release/settle-queries.ts';
import type { EditedBook } from './book-queries.ts';
import {
  listBooks,
  makeBook,
  patchBook,
  presentBookRow,
  presentEditedBook,
  readEditedBook,
  titleOf,
  versionOf,
} from './books.ts';
import {
  type EditedChapter,
  listEditedChapters,
  moveChapters,
  patchChapter,
  presentEditedChapter,
  presentInOrder,
  readEditedChapter,
} from './chapters.ts';
import { listTrash, moveToTrash, presentTrashed, removeForEver, restore } from './trash.ts';

interface EditingDeps {
  studio: StudioApi;
  db: DbPool;
  /** The zone of times without an offset, where a call names none. */
  timeZone: string;
  /** The covers with addresses that open for that session alone. */
  coversFor(reader: { imageAudience: string }, ids: readonly string[]): Promise<Map<string, Cover>>;
  /** Lets this process know of a change of dates at once. */
  refresh(): Promise<void>;
}

/** The studio's calls that edit books and chapters, and its trash (spec: studio.md#books). */
export function mountEditing(deps: EditingDeps): void {
  addBooks(deps);
  addBook(deps);
  addOrder(deps);
  addChapter(deps);
  addTrash(deps);
}

async function change<T>({ db, refresh }: EditingDeps, work: (tx: Db) => Promise<T>): Promise<T> {
  const result = await withTransaction(db, work);
  await refresh();
  return result;
}

const versionOfBook = (book: EditedBook) => etagOfValue(versionOf(presentEditedBook(book)));
const orderOf = (chapters: readonly EditedChapter[]) => etagOfValue(chapters.map(({ id }) => id));

/** Ends the call unless If-Match names this version. */
async function requireCurrent(
  tx: Db,
  ifMatch: string | undefined,
  given: { target: { kind: 'book' | 'chapter'; id: string }; etag: string; current: unknown },
): Promise<void> {
  const { target, etag, current } = given;
  const last = await lastChangeOf(tx, target);
  requireVersion(ifMatch, {
    ...{ etag, current, changedBy: last?.username ?? null },
    changedAt: last?.at ?? (await readMoment(tx)),
  });
}

async function lockBookVersion(tx: Db, id: string, ifMatch: string | undefined): Promise<EditedBook> {
  const book = await readEditedBook(tx, id, { isLocked: true });
  const current = presentEditedBook(book);
  await requireCurrent(tx, ifMatch, { target: { kind: 'book', id }, etag: versionOfBook(book), current });
  return book;
}

async function lockChapterVersion(tx: Db, id: string, ifMatch: string | undefined): Promise<EditedChapter> {
  await lockBookForDates(tx, await requireBookOfChapter(tx, id));
  const chapter = await readEditedChapter(tx, id);
  const current = presentEditedChapter(chapter, await readMoment(tx));
  await requireCurrent(tx, ifMatch, { target: { kind: 'chapter', id }, etag: etagOf(chapter), current });
  return chapter;
}

function addBooks(deps: EditingDeps): void {
  const { studio, db } = deps;
  studio.add({
    method: 'GET',
    path: '/studio/books',
    summary: 'All books, drafts and hidden ones too',
    description:
      '`q` is looked for in titles, aliases, authors, tags and introductions; `missing`: a language that is incomplete.',
    right: 'books',
    query: booksQuery,
    answer: booksAnswer,
    async answerTo({ staff, query: { page, page_size: pageSize, order_by: orderBy, ...filter } }) {
      const { rows, total } = await listBooks(db, {
        q: filter.q,
        kind: filter.kind ?? null,
        state: filter.state ?? null,
        edition: filter.edition ?? null,
        language: filter.language,
        missing: filter.missing ?? null,
        orderBy,
        limit: pageSize,
        offset: page * pageSize,
      });
      const ids = rows.flatMap(({ coverImageId }) => coverImageId ?? []);
      const covers = await deps.coversFor(staff, [...new Set(ids)]);
      return { result: rows.map((row) => presentBookRow(row, covers)), total };
    },
  });

  studio.add({
    method: 'POST',
    path: '/studio/books',
    summary: 'Make an empty draft',
    right: 'books',
    body: newBookBody,
    answer: bookAnswer,
    status: 201,
    async answerTo({ body, by, setEtag }) {
      const { kind, original_language: originalLanguage, titles } = body;
      const book = await change(deps, (tx) => makeBook(tx, { by, kind, originalLanguage, titles }));
      setEtag(versionOfBook(book));
      return { result: presentEditedBook(book) };
    },
  });
}

function addBook(deps: EditingDeps): void {
  const { studio, db } = deps;
  studio.add({
    method: 'GET',
    path: '/studio/books/:uuid',
    summary: 'A book with its words, facts and rules',
    right: 'books',
    params: chapterUuid,
    answer: bookAnswer,
    failures: [404],
    async answerTo({ params, setEtag }) {
      const book = await readEditedBook(db, params.uuid);
      setEtag(versionOfBook(book));
      return { result: presentEditedBook(book) };
    },
  });

  studio.add({
    method: 'PATCH',
    path: '/studio/books/:uuid',
    summary: 'Change a book by hand',
    description:
      'Fields that are absent stay; null removes a title or an introduction. What is changed is named in `edited` and ' +
      'stays, whatever imports bring, until `follow` gives it back to them.',
    right: 'books',
    params: chapterUuid,
    body: bookBody,
    answer: bookAnswer,
    failures: [404, 409, 412, 428],
    async answerTo({ params, body, by, ifMatch, setEtag }) {
      const book = await change(deps, async (tx) =>
        patchBook(tx, { by, book: await lockBookVersion(tx, params.uuid, ifMatch), patch: body }),
      );
      setEtag(versionOfBook(book));
      return { result: presentEditedBook(book) };
    },
  });

  studio.add({
    method: 'DELETE',
    path: '/studio/books/:uuid',
    summary: 'Put a book into the trash',
    right: 'books',
    wants: 'sensitive',
    params: chapterUuid,
    failures: [404, 412, 428],
    async answerTo({ params, by, ifMatch }) {
      await change(deps, async (tx) => {
        const book = await lockBookVersion(tx, params.uuid, ifMatch);
        const name = titleOf(presentEditedBook(book));
        await moveToTrash(tx, { by, kind: 'book', id: book.id, bookId: book.id, name });
      });
    },
  });
}

function addOrder(deps: EditingDeps): void {
  const { studio, db } = deps;
  studio.add({
    method: 'GET',
    path: '/studio/books/:uuid/chapters',
    summary: "A book's chapters in their order, drafts too",
    right: 'books',
    params: chapterUuid,
    answer: chaptersAnswer,
    failures: [404],
    async answerTo({ params, setEtag }) {
      const chapters = await listEditedChapters(db, params.uuid);
      setEtag(orderOf(chapters));
      const now = await readMoment(db);
      return { result: chapters.map((chapter) => presentInOrder(chapter, now)), total: chapters.length };
    },
  });

  studio.add({
    method: 'POST',
    path: '/studio/books/:uuid/chapters/move',
    summary: 'Put chapters before another one, or at the end with null',
    right: 'books',
    params: chapterUuid,
    body: moveBody,
    answer: chaptersAnswer,
    failures: [404, 409, 412, 428],
    refusal: outOfOrderRefusal,
    async answerTo({ params, body, by, ifMatch, setEtag }) {
      const { uuid: bookId } = params;
      const after = await change(deps, async (tx) => {
        const book = await readEditedBook(tx, bookId, { isLocked: true });
        const chapters = await listEditedChapters(tx, bookId);
        const now = await readMoment(tx);
        const current = chapters.map((chapter) => presentInOrder(chapter, now));
        await requireCurrent(tx, ifMatch, { target: { kind: 'book', id: bookId }, etag: orderOf(chapters), current });
        const target = { kind: 'book' as const, id: bookId, name: titleOf(presentEditedBook(book)) };
        await moveChapters(tx, { by, target, chapters, moved: body.chapters, before: body.before });
        return listEditedChapters(tx, bookId);
      });
      setEtag(orderOf(after));
      const now = await readMoment(db);
      return { result: after.map((chapter) => presentInOrder(chapter, now)), total: after.length };
    },
  });
}

function addChapter(deps: EditingDeps): void {
  const { studio, db, timeZone } = deps;
  studio.add({
    method: 'GET',
    path: '/studio/chapters/:uuid',
    summary: 'A chapter, published or not',
    right: 'books',
    params: chapterUuid,
    answer: chapterAnswer,
    failures: [404],
    async answerTo({ params, setEtag }) {
      const chapter = await readEditedChapter(db, params.uuid);
      setEtag(etagOf(chapter));
      return { result: presentEditedChapter(chapter, await readMoment(db)) };
    },
  });

  studio.add({
    method: 'PATCH',
    path: '/studio/chapters/:uuid',
    summary: 'Change a chapter by hand, and say who may read it',
    description:
      '`access` and `free_at` hold whatever its book says; `free_at` is when it opens to all: null clears it, and so ' +
      'does `free`. What is changed stays, whatever imports bring, until `follow` gives it back.',
    right: 'books',
    params: chapterUuid,
    body: chapterBody,
    answer: chapterAnswer,
    failures: [404, 412, 428],
    async answerTo({ params, body, by, ifMatch, setEtag }) {
      const zone = body.time_zone ?? timeZone;
      const timeOf = (field: 'free_at' | 'created_at') => {
        const given = body[field];
        return typeof given === 'string' ? readGivenTime(field, given, zone) : given;
      };
      const [freeAt, createdAt] = [timeOf('free_at'), timeOf('created_at') ?? undefined];
      const { access, titles, season, label, follow } = body;
      const chapter = await change(deps, async (tx) => {
        requireOverride({ access, freeAt }, await readMoment(tx));
        const found = await lockChapterVersion(tx, params.uuid, ifMatch);
        await patchChapter(tx, {
          by,
          chapter: found,
          patch: { titles: known(titles), createdAt, season, label, follow },
        });
        if (access !== undefined || freeAt !== undefined)
          await setOverride(tx, { by, chapterId: params.uuid, access, freeAt });
        return readEditedChapter(tx, params.uuid);
      });
      setEtag(etagOf(chapter));
      return { result: presentEditedChapter(chapter, await readMoment(db)) };
    },
  });

  studio.add({
    method: 'DELETE',
    path: '/studio/chapters/:uuid',
    summary: 'Put a chapter into the trash',
    right: 'books',
    params: chapterUuid,
    failures: [404, 412, 428],
    async answerTo({ params, by, ifMatch }) {
      await change(deps, async (tx) => {
        const { id, bookId, title: name } = await lockChapterVersion(tx, params.uuid, ifMatch);
        await moveToTrash(tx, { by, kind: 'chapter', id, bookId, name });
      });
    },
  });
}

function known(titles: Readonly<Record<string, string | null | undefined>> | undefined) {
  const entries = Object.entries(titles ?? {}).filter(
    ([language, title]) => isLanguage(language) && title !== undefined,
  );
  return Object.fromEntries(entries) as Record<string, string | null>; // the absent ones were left out
}

function addTrash(deps: EditingDeps): void {
  const { studio, db } = deps;
  studio.add({
    method: 'GET',
    path: '/studio/trash',
    summary: 'Books and chapters that were deleted, the newest first',
    right: 'books',
    query: trashQuery,
    answer: trashAnswer,
    async answerTo({ query: { page, page_size: limit } }) {
      const { rows, total } = await listTrash(db, { limit, offset: page * limit });
      return { result: rows.map(presentTrashed), total };
    },
  });

  studio.add({
    method: 'POST',
    path: '/studio/trash/:uuid/restore',
    summary: 'Take something out of the trash',
    right: 'books',
    params: chapterUuid,
    answer: restoredAnswer,
    failures: [404, 409],
    async answerTo({ params, by }) {
      const row = await change(deps, (tx) => restore(tx, { by, id: params.uuid }));
      return { result: presentTrashed(row) };
    },
  });

  studio.add({
    method: 'DELETE',
    path: '/studio/trash/:uuid',
    summary: 'Remove something from the trash for ever',
    description: '`name` must be its title.',
    right: 'delete_for_ever',
    wants: 'sensitive',
    params: chapterUuid,
    body: forEverBody,
    failures: [404],
    async answerTo({ params, body, by }) {
      await change(deps, (tx) => removeForEver(tx, { by, id: params.uuid, name: body.name }));
    },
  });
}
