import { type Db, withTransaction } from '../../../../server/database/db.ts';
import { notFound } from '../../../../server/http/errors.ts';
import { readGivenTime } from '../../../../server/http/given-time.ts';
import { isLanguage } from '../../../../shared/languages.ts';
import type { Cover } from '../../../../shared/wire.ts';
import type { AskedInStudio, StudioPlatform } from '../../../studio/server/studio-api.ts';
import { etagOf as etagOfValue } from '../../../studio/server/versions.ts';
import { catalogStudioCalls } from '../../studio-contract.ts';
import { etagOf, requireOverride, setOverride } from '../dates/publication.ts';
import { readMoment } from '../dates/settle-queries.ts';
import { type CountReaders, listBooks, presentBookRow, presentNamedBook } from './book-list.ts';
import { selectNamedBooks } from './book-list-queries.ts';
import { makeBook, patchBook, presentEditedBook, readEditedBook, titleOf } from './books.ts';
import { type CountReadings, chapterRows, presentOrdered } from './chapter-list.ts';
import { findOrder, listOrder } from './chapter-queries.ts';
import { listEditedChapters, moveChapters, patchChapter, presentEditedChapter, readEditedChapter } from './chapters.ts';
import { findChapters } from './find-chapters.ts';
import { moveToTrash, presentTrashed, removeForEver, restore } from './trash.ts';
import { listTrash } from './trash-queries.ts';
import { lockBookVersion, lockChapterVersion, requireCurrent, versionOfBook } from './versions.ts';

export interface EditingDeps extends StudioPlatform {
  /** The covers with addresses that open for that session alone. */
  showCoversInStudio(reader: { imageAudience: string }, ids: readonly string[]): Promise<Map<string, Cover>>;
  countReaders: CountReaders;
  countReadings: CountReadings;
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

type Asked = AskedInStudio<typeof catalogStudioCalls.listChapters>;

async function change<T>({ db, refresh }: EditingDeps, work: (tx: Db) => Promise<T>): Promise<T> {
  const result = await withTransaction(db, work);
  await refresh();
  return result;
}

function addBooks(deps: EditingDeps): void {
  const { studio, db, setting } = deps;
  studio.add(
    catalogStudioCalls.listBooks,
    async ({ staff, query: { page, page_size: pageSize, order_by: orderBy, ...filter } }) => {
      const wanted = {
        q: filter.q,
        kind: filter.kind ?? null,
        state: filter.state ?? null,
        edition: filter.edition ?? null,
        language: filter.language,
        missing: filter.missing ?? null,
        orderBy,
        direction: filter.direction,
        limit: pageSize,
        offset: page * pageSize,
      };
      const { rows, total } = await listBooks(db, wanted, deps.countReaders);
      const ids = rows.flatMap(({ coverImageId }) => coverImageId ?? []);
      const covers = await deps.showCoversInStudio(staff, [...new Set(ids)]);
      return { result: rows.map((row) => presentBookRow(row, covers)), total };
    },
  );

  studio.add(catalogStudioCalls.nameBooks, async ({ staff, query }) => {
    const rows = await selectNamedBooks(db, query);
    const covers = await deps.showCoversInStudio(staff, [
      ...new Set(rows.flatMap(({ coverImageId }) => coverImageId ?? [])),
    ]);
    return { result: rows.map((row) => presentNamedBook(row, covers)) };
  });

  studio.add(catalogStudioCalls.createBook, async ({ body, by, setEtag }) => {
    const { kind, original_language: originalLanguage = setting('language'), titles } = body;
    const book = await change(deps, (tx) => makeBook(tx, { by, kind, originalLanguage, titles }));
    setEtag(versionOfBook(book));
    return { result: presentEditedBook(book) };
  });
}

function addBook(deps: EditingDeps): void {
  const { studio, db } = deps;
  studio.add(catalogStudioCalls.getBook, async ({ params, setEtag }) => {
    const book = await readEditedBook(db, params.uuid);
    setEtag(versionOfBook(book));
    return { result: presentEditedBook(book) };
  });

  studio.add(catalogStudioCalls.changeBook, async ({ params, body, by, ifMatch, setEtag }) => {
    const book = await change(deps, async (tx) =>
      patchBook(tx, { by, book: await lockBookVersion(tx, params.uuid, ifMatch), patch: body }),
    );
    setEtag(versionOfBook(book));
    return { result: presentEditedBook(book) };
  });

  studio.add(catalogStudioCalls.trashBook, async ({ params, by, ifMatch }) => {
    await change(deps, async (tx) => {
      const book = await lockBookVersion(tx, params.uuid, ifMatch);
      const name = titleOf(presentEditedBook(book));
      await moveToTrash(tx, { by, kind: 'book', bookId: book.id, things: [{ id: book.id, name }] });
    });
  });
}

function addOrder(deps: EditingDeps): void {
  const { studio, db, countReadings } = deps;
  /** The list, or the page of it that is asked for, and the version of its order. */
  async function answer({ staff, params: { uuid: bookId }, query }: Pick<Asked, 'staff' | 'params' | 'query'>) {
    const { language, page, page_size: size } = query;
    const order = await findOrder(db, bookId);
    if (!order) throw notFound('book_not_found', 'There is no such book');
    const ids = page === undefined ? order : order.slice(page * size, (page + 1) * size);
    const showCovers = (images: readonly string[]) => deps.showCoversInStudio(staff, images);
    const result = await chapterRows({ db, countReadings, showCovers }, { bookId, ids, language });
    return { data: { result, total: order.length }, etag: etagOfValue(order) };
  }

  studio.add(catalogStudioCalls.listChapters, async ({ setEtag, ...asked }) => {
    const { data, etag } = await answer(asked);
    setEtag(etag);
    return data;
  });

  studio.add(catalogStudioCalls.getOrder, async ({ params: { uuid: bookId }, query, setEtag }) => {
    const { language, dates: withDates } = query;
    const rows = await listOrder(db, { bookId, language, withDates });
    if (rows.length === 0 && !(await findOrder(db, bookId))) throw notFound('book_not_found', 'There is no such book');
    setEtag(etagOfValue(rows.map(({ id }) => id)));
    return { result: rows.map((row) => presentOrdered(row, { withDates })), total: rows.length };
  });

  studio.add(catalogStudioCalls.findChapters, async ({ staff, query }) => {
    const rows = await findChapters(deps.db, query);
    const covers = await deps.showCoversInStudio(staff, [...new Set(rows.flatMap((row) => row.coverImageId ?? []))]);
    const result = rows.map(({ id, bookId, bookTitle, place, title, coverImageId }) => ({
      ...{ chapter_uuid: id, book_uuid: bookId, book_title: bookTitle, place, title },
      cover: covers.get(coverImageId ?? '') ?? null,
    }));
    return { result, total: result.length };
  });

  studio.add(catalogStudioCalls.moveChapter, async ({ body, by, ifMatch, setEtag, ...asked }) => {
    const { uuid: bookId } = asked.params;
    await change(deps, async (tx) => {
      const book = await readEditedBook(tx, bookId, { isLocked: true });
      const chapters = await listEditedChapters(tx, bookId);
      const etag = etagOfValue(chapters.map(({ id }) => id));
      const current = ifMatch === etag ? null : (await answer(asked)).data.result;
      await requireCurrent(tx, ifMatch, { target: { kind: 'book', id: bookId }, etag, current });
      const target = { kind: 'book' as const, id: bookId, name: titleOf(presentEditedBook(book)) };
      await moveChapters(tx, { by, target, chapters, moved: body.chapters, before: body.before });
    });
    const { data, etag } = await answer(asked);
    setEtag(etag);
    return data;
  });
}

function addChapter(deps: EditingDeps): void {
  const { studio, db, setting } = deps;
  studio.add(catalogStudioCalls.getChapter, async ({ params, query, setEtag }) => {
    const chapter = await readEditedChapter(db, params.uuid);
    setEtag(etagOf(chapter));
    return { result: presentEditedChapter(chapter, await readMoment(db), query.language) };
  });

  studio.add(catalogStudioCalls.changeChapter, async ({ params, query, body, by, ifMatch, setEtag }) => {
    const zone = body.time_zone ?? setting('time_zone');
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
    return { result: presentEditedChapter(chapter, await readMoment(db), query.language) };
  });

  studio.add(catalogStudioCalls.trashChapter, async ({ params, by, ifMatch }) => {
    await change(deps, async (tx) => {
      const { id, bookId, title: name } = await lockChapterVersion(tx, params.uuid, ifMatch);
      await moveToTrash(tx, { by, kind: 'chapter', bookId, things: [{ id, name }] });
    });
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
  studio.add(catalogStudioCalls.listTrash, async ({ query: { page, page_size: limit } }) => {
    const { rows, total } = await listTrash(db, { limit, offset: page * limit });
    return { result: rows.map(presentTrashed), total };
  });

  studio.add(catalogStudioCalls.restore, async ({ params, by }) => {
    const row = await change(deps, (tx) => restore(tx, { by, id: params.uuid }));
    return { result: presentTrashed(row) };
  });

  studio.add(catalogStudioCalls.purge, async ({ params, body, by }) => {
    await change(deps, (tx) => removeForEver(tx, { by, id: params.uuid, name: body.name }));
  });
}
