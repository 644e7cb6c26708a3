import { type Db, withTransaction } from '../../../server/database/db.ts';
import { notFound } from '../../../server/http/errors.ts';
import { isLanguage, type Language } from '../../../shared/languages.ts';
import type { Picture } from '../../../shared/wire.ts';
import { writeAudit } from '../../studio/server/audit.ts';
import type { StudioPlatform } from '../../studio/server/studio-api.ts';
import { healthCalls, type PageOutcome } from '../studio-contract.ts';
import { type PageName, selectPageChecks, upsertPageCheck } from './check-queries.ts';

/** A page whose picture did not come to readers' browsers. */
export interface ReportedPage extends PageName {
  readers: number;
  reports: number;
  last: Date;
}

/** The names of a chapter, for people. */
interface NamedChapter {
  chapterId: string;
  bookId: string;
  bookTitle: string;
  number: number | null;
  title: string;
}

/** The facts and the repair, which other features know. */
export interface PageSources {
  /** The pages that browsers told of, those that most readers miss first. */
  listReported(db: Db, limit: number): Promise<ReportedPage[]>;
  nameChapters(db: Db, asked: { chapterIds: readonly string[]; language: Language }): Promise<NamedChapter[]>;
  /** The pictures of these pages, each from top to bottom; of a page that is not there none. */
  listPicturesOfPages(db: Db, pages: readonly PageName[]): Promise<(PageName & { imageId: string })[]>;
  /** With addresses that open for who asks. */
  showInStudio(reader: { imageAudience: string }, ids: readonly string[]): Promise<Map<string, Picture>>;
  /** Reads the picture's files, and makes damaged ones anew. */
  repairPicture(db: Db, imageId: string): Promise<PageOutcome>;
}

const most = 1000;

/** The pages that do not come to readers, and a look at one of them (spec: studio.md#health). */
export function mountBrokenPages(deps: StudioPlatform & PageSources): void {
  const { studio, db } = deps;
  studio.add(healthCalls.listBrokenPages, async ({ query, staff: reader }) => {
    const open = await listOpen(db, deps);
    const from = query.page * query.page_size;
    const shown = open.slice(from, from + query.page_size);
    const chapterIds = shown.map(({ chapterId }) => chapterId);
    const named = new Map(
      (await deps.nameChapters(db, { chapterIds, language: query.language })).map((row) => [row.chapterId, row]),
    );
    const tiles = await deps.listPicturesOfPages(db, shown);
    const pictures = await deps.showInStudio(reader, [...new Set(tiles.map(({ imageId }) => imageId))]);
    const result = shown.map(({ lost, ...row }) => {
      const first = tiles.find((tile) => idOf(tile) === idOf(row));
      const chapter = named.get(row.chapterId);
      return {
        ...{ id: idOf(row), chapter_uuid: row.chapterId, book_uuid: chapter?.bookId ?? null },
        ...{ book_title: chapter?.bookTitle ?? null, number: chapter?.number ?? null, title: chapter?.title ?? null },
        ...{ language: row.language, page: row.page, readers: row.readers, reports: row.reports },
        ...{ last: row.last.toISOString(), lost, thumbnail: (first && pictures.get(first.imageId)) ?? null },
      };
    });
    return { result, total: open.length };
  });

  studio.add(healthCalls.checkBrokenPage, async ({ params, by }) => {
    const page = readId(params.id);
    const outcome = page && (await repairPage(db, deps, page));
    if (!page || !outcome) throw notFound('page_not_found', 'There is no such page');
    await withTransaction(db, async (tx) => {
      await upsertPageCheck(tx, { ...page, outcome });
      const target = { kind: 'broken_page' as const, id: idOf(page), name: `${page.language} ${page.page}` };
      await writeAudit(tx, { by, action: 'broken_page.check', target, after: { outcome } });
    });
    return { result: { id: params.id, outcome, page: page.page } };
  });
}

/** Mends a page's pictures; null: there is no such page. */
async function repairPage(db: Db, deps: PageSources, page: PageName): Promise<PageOutcome | null> {
  const outcomes: PageOutcome[] = [];
  for (const { imageId } of await deps.listPicturesOfPages(db, [page]))
    outcomes.push(await deps.repairPicture(db, imageId));
  return (['lost', 'repaired', 'fine'] as const).find((outcome) => outcomes.includes(outcome)) ?? null;
}

/** Counts the pages that wait for a look. */
export async function countBrokenPages(db: Db, pages: Pick<PageSources, 'listReported'>): Promise<number> {
  return (await listOpen(db, pages)).length;
}

async function listOpen(
  db: Db,
  pages: Pick<PageSources, 'listReported'>,
): Promise<(ReportedPage & { lost: boolean })[]> {
  const reported = await pages.listReported(db, most);
  const checks = await selectPageChecks(db, [...new Set(reported.map(({ chapterId }) => chapterId))]);
  const known = new Map(checks.map((check) => [idOf(check), check]));
  return reported.flatMap((row) => {
    const check = known.get(idOf(row));
    if (check && check.outcome !== 'lost' && check.checkedAt >= row.last) return [];
    return [{ ...row, lost: check?.outcome === 'lost' }];
  });
}

/** A page has no row of its own: its name is its chapter, language and number. */
function idOf({ chapterId, language, page }: PageName): string {
  return `${chapterId}.${language}.${page}`;
}

function readId(id: string): PageName | null {
  const [, chapterId, language, page] =
    /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([a-z]{2}-[a-z]{2})\.([1-9]\d{0,5})$/.exec(id) ?? [];
  return chapterId && isLanguage(language) ? { chapterId, language, page: Number(page) } : null;
}
