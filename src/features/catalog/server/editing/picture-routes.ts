import { type Db, withTransaction } from '../../../../server/database/db.ts';
import type { Call } from '../../../../shared/calls.ts';
import type { Language } from '../../../../shared/languages.ts';
import type { AskedInStudio, Staff, StudioPlatform } from '../../../studio/server/studio-api.ts';
import { catalogStudioCalls } from '../../studio-contract.ts';
import type { EditedBook } from './book-queries.ts';
import { presentEditedBook, readEditedBook } from './books.ts';
import { type CoverSource, imagesOfCovers, makeCover, presentCovers, takeCoverAway } from './covers.ts';
import type { HandPictures } from './hand-pictures.ts';
import {
  deletePresent,
  type HandPage,
  listFirstPages,
  listPresent,
  notePresent,
  type PagedEdition,
} from './page-queries.ts';
import {
  type ChangeOfPages,
  changePages,
  imagesOfPages,
  presentPages,
  readPagedEdition,
  versionOfPages,
  withAdded,
  withMoved,
  withoutPage,
  withReplaced,
} from './pages.ts';
import { requireCurrent, versionOfBook } from './versions.ts';

export interface PictureDeps extends StudioPlatform {
  handPictures: HandPictures;
  /** Lets this process know of a change at once. */
  refresh(): Promise<void>;
}

/** The studio's calls for covers and pages by hand, and for who has a book open (spec: studio.md#pictures-by-hand). */
export function mountHandPictures(deps: PictureDeps): void {
  addCovers(deps);
  addPages(deps);
  addPresence(deps);
}

type Asked = Pick<AskedInStudio<Call>, 'ifMatch' | 'by' | 'staff'>;

/** The book, unless the call names an older version of it. */
function requireBookVersion(bookId: string, { ifMatch }: Asked) {
  return async (db: Db, options: { isLocked: boolean }): Promise<EditedBook> => {
    const book = await readEditedBook(db, bookId, options);
    const current = presentEditedBook(book);
    await requireCurrent(db, ifMatch, { target: { kind: 'book', id: bookId }, etag: versionOfBook(book), current });
    return book;
  };
}

function addCovers(deps: PictureDeps): void {
  const { studio, db, handPictures: pictures } = deps;
  const callOf = (params: { uuid: string; language: Language }, asked: Asked) => ({
    ...{ bookId: params.uuid, language: params.language, by: asked.by },
    requireCurrent: requireBookVersion(params.uuid, asked),
  });

  studio.add(catalogStudioCalls.listCovers, async ({ params, staff, setEtag }) => {
    const book = await readEditedBook(db, params.uuid);
    setEtag(versionOfBook(book));
    const result = presentCovers(book, await pictures.showTo(staff, imagesOfCovers(book)));
    return { result, total: result.length };
  });

  studio.add(catalogStudioCalls.listCoverPages, async ({ params, query: { language }, staff }) => {
    await readEditedBook(db, params.uuid);
    const pages = await listFirstPages(db, { bookId: params.uuid, language });
    const shown = await pictures.showTo(
      staff,
      pages.flatMap(({ imageIds }) => imageIds),
    );
    const result = pages.flatMap(({ chapterId, language: own, page, imageIds }) => {
      const tiles = imageIds.flatMap((id) => shown.get(id) ?? []);
      const [thumbnail] = tiles;
      if (!thumbnail) return [];
      const height = tiles.reduce((sum, tile) => sum + tile.height, 0);
      return [{ chapter_uuid: chapterId, language: own, page, width: thumbnail.width, height, thumbnail }];
    });
    return { result, total: result.length };
  });

  studio.add(catalogStudioCalls.setCover, async ({ params, body, setEtag, ...asked }) => {
    const { upload, page, crop, all_languages: isForAll = false } = body;
    const source: CoverSource =
      upload !== undefined
        ? { file: { id: upload, userId: asked.staff.userId } }
        : page
          ? { page: { chapterId: page.chapter_uuid, language: page.language, page: page.page } }
          : 'as before';
    const book = await makeCover(deps, { ...callOf(params, asked), source, crop, isForAll });
    setEtag(versionOfBook(book));
    return { result: presentEditedBook(book) };
  });

  studio.add(catalogStudioCalls.removeCover, async ({ params, setEtag, ...asked }) => {
    const book = await takeCoverAway(deps, callOf(params, asked));
    setEtag(versionOfBook(book));
    return { result: presentEditedBook(book) };
  });
}

function addPages(deps: PictureDeps): void {
  const { studio, db, handPictures: pictures } = deps;

  const show = (staff: Staff) => async (pages: readonly HandPage[]) =>
    presentPages(pages, await pictures.showTo(staff, imagesOfPages(pages)));

  async function answer(edition: PagedEdition, { language, staff }: { language: Language; staff: Staff }) {
    const result = await show(staff)(edition.pages);
    return { etag: versionOfPages(edition, language), data: { result, total: result.length } };
  }

  async function change(
    {
      params,
      upload,
      named,
      setEtag,
      ...asked
    }: Asked & {
      params: { uuid: string; language: Language };
      upload: string | null;
      named: readonly number[];
      setEtag(etag: string): void;
    },
    work: ChangeOfPages['change'],
  ) {
    const { staff, by, ifMatch } = asked;
    const { uuid: chapterId, language } = params;
    const file = upload === null ? null : { id: upload, userId: staff.userId };
    const edition = await changePages(deps, {
      ...{ chapterId, language, by, ifMatch, file, named },
      change: work,
      show: show(staff),
    });
    const { etag, data } = await answer(edition, { language, staff });
    setEtag(etag);
    return data;
  }

  studio.add(catalogStudioCalls.listPages, async ({ params: { uuid: chapterId, language }, staff, setEtag }) => {
    const edition = await readPagedEdition(db, { chapterId, language });
    const { etag, data } = await answer(edition, { language, staff });
    setEtag(etag);
    return data;
  });

  studio.add(catalogStudioCalls.addPages, ({ body, ...asked }) =>
    change({ ...asked, upload: body.upload, named: [] }, (pages, sent) => withAdded(pages, sent)),
  );

  studio.add(catalogStudioCalls.replacePage, ({ body: { upload }, ...asked }) => {
    const { page } = asked.params;
    return change({ ...asked, upload, named: [page] }, (pages, sent) => withReplaced(pages, page, sent));
  });

  studio.add(catalogStudioCalls.removePage, (asked) => {
    const { page } = asked.params;
    return change({ ...asked, upload: null, named: [page] }, (pages) => withoutPage(pages, page));
  });

  studio.add(catalogStudioCalls.movePage, ({ body: { pages: moved, before }, ...asked }) => {
    const named = before === null ? moved : [...moved, before];
    return change({ ...asked, upload: null, named }, (pages) => withMoved(pages, { moved, before }));
  });
}

function addPresence({ studio, db }: PictureDeps): void {
  async function present(bookId: string) {
    const rows = await listPresent(db, bookId);
    const result = rows.map(({ userId, username, since }) => ({ uuid: userId, username, since: since.toISOString() }));
    return { result, total: result.length };
  }

  studio.add(catalogStudioCalls.listPresence, async ({ params }) => {
    await readEditedBook(db, params.uuid);
    return present(params.uuid);
  });

  studio.add(catalogStudioCalls.enter, async ({ params, staff: { userId, username } }) => {
    await withTransaction(db, async (tx) => {
      await readEditedBook(tx, params.uuid);
      await notePresent(tx, { bookId: params.uuid, userId, username });
    });
    return present(params.uuid);
  });

  studio.add(catalogStudioCalls.leave, ({ params, staff }) =>
    deletePresent(db, { bookId: params.uuid, userId: staff.userId }),
  );
}
