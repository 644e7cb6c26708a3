import type { DbPool } from '../../../../server/database/db.ts';
import { findBookOfChapter, findImportTarget, type ImportTarget } from '../../../catalog/server/imports.ts';
import type { Media } from '../../../media/server/media.ts';
import type { BookPlan, ChapterPlan } from '../../plan/book-plan.ts';
import type { ImportWork } from '../../server/importing.ts';
import {
  type Aim,
  type AlteredPlans,
  alterPlans,
  leftOutBy,
  movesIn,
  type NamedChange,
  pathsOf,
  type SkippedChapter,
} from '../changes.ts';
import { fileIdOf } from '../plan-table.ts';
import type { BatchRow } from './batch-queries.ts';
import { selectAllFiles } from './plan-queries.ts';
import { layOut, type SentFiles, topEntries, treeOf } from './tree.ts';

export interface WorkDeps {
  db: DbPool;
  media: Media;
  dataDir: string;
  sent: SentFiles;
  now: () => Date;
}

/** An import as the engine takes it; `root` is the folder that its files lie in. */
export interface Prepared {
  root: string;
  sizes: Map<string, number>;
  byHand: Set<string>;
  work: ImportWork;
  plans(): readonly BookPlan[];
  skipped(): readonly SkippedChapter[];
}

/**
 * The import as the engine takes it: the files under their names, and the changes by hand. Each `place` has its own
 * folder of files, so that two kinds of work on one import do not disturb each other. `isReadBefore`: all was read by
 * an earlier check, and no file is needed.
 */
export async function prepare(
  deps: WorkDeps,
  batch: BatchRow,
  { place = 'tree', isReadBefore = false }: { place?: 'tree' | 'looking'; isReadBefore?: boolean } = {},
): Promise<Prepared> {
  const { db, sent } = deps;
  const files = await sent.list(db, batch.id);
  const root = rootOf(deps, batch, place);
  if (!isReadBefore) await layOut(root.slice(0, -1), files);
  const sizes = new Map(files.map(({ path, bytes }) => [path, bytes]));
  const pathOf = new Map([...sizes.keys()].map((path) => [fileIdOf(path), path]));
  for (const { file_id, path } of await selectAllFiles(db, batch.id)) pathOf.set(file_id, path);
  const inside = withPaths(batch.changes, pathOf, '');
  const changes = withPaths(batch.changes, pathOf, root);
  const target = await targetOf(deps, batch);
  const aims = await aimsOf(deps, batch.changes);
  let plans: readonly BookPlan[] = [];
  let skipped: readonly SkippedChapter[] = [];
  const byHand = leftOutBy(inside);
  const work: ImportWork = {
    paths: target ? [root.slice(0, -1)] : topEntries(files).map((name) => root + name),
    isOneBook: target !== null,
    ...(target ? { bookTitle: target.titles.get(target.originalLanguage) ?? '' } : {}),
    isSameBook: target !== null,
    isPruning: batch.options.prune ?? target?.chapterKey !== undefined,
    // Replacing a chapter removes its old content, even if that is most of the book.
    mayPruneMost: target?.chapterKey !== undefined,
    leftOut: leftOutBy(changes),
    moves: movesIn(changes),
    alter(found) {
      const aimed = target ? found.slice(0, 1).map((plan) => aimedAt(plan, target)) : found;
      const altered = alterPlans(aimed, changes, aims);
      ({ plans, skipped } = altered);
      for (const path of filesOnlyOf(altered)) byHand.add(path.slice(root.length));
      return altered.plans;
    },
  };
  return { root, sizes, byHand, work, plans: () => plans, skipped: () => skipped };
}

/** The folder in which the files of an import lie while it is worked on. */
export function rootOf({ dataDir }: Pick<WorkDeps, 'dataDir'>, { id }: BatchRow, place: 'tree' | 'looking'): string {
  return `${treeOf(dataDir, id, place)}/`;
}

/** The files that only chapters have which are left out. */
function filesOnlyOf({ plans, skipped }: AlteredPlans): string[] {
  const filesOf = (chapters: readonly ChapterPlan[]) =>
    chapters.flatMap(({ editions }) => editions.flatMap(({ content }) => pathsOf(content)));
  const used = new Set(plans.flatMap(({ chapters }) => filesOf(chapters)));
  return filesOf(skipped.map(({ chapter }) => chapter)).filter((path) => !used.has(path));
}

/** The published books that changes by hand name as targets. */
async function aimsOf({ db }: WorkDeps, changes: BatchRow['changes']): Promise<Map<string, Aim>> {
  const aims = new Map<string, Aim>();
  for (const change of changes) {
    const id = 'target' in change ? change.target : null;
    const target = id ? await findImportTarget(db, id) : null;
    if (id && target) aims.set(id, (plan) => (plan.kind === target.kind ? aimedAt(plan, target) : plan));
  }
  return aims;
}

/** The changes with paths instead of ids; files that are gone are left out. */
function withPaths(changes: BatchRow['changes'], pathOf: ReadonlyMap<string, string>, root: string): NamedChange[] {
  const named = (id: string) => {
    const path = pathOf.get(id);
    return path === undefined ? [] : [root + path];
  };
  return changes.map((change): NamedChange => {
    if (!('files' in change)) return change;
    const files = change.files.flatMap(named);
    if (!('chapter' in change)) return { ...change, files };
    return { ...change, files, before: change.before === null ? null : (named(change.before)[0] ?? null) };
  });
}

type Target = ImportTarget & { chapterKey?: string; language?: BatchRow['options']['language'] };

/** The book, or the chapter, that the files are for; null: the files say it themselves. */
async function targetOf({ db }: WorkDeps, { options }: BatchRow): Promise<Target | null> {
  const { book_uuid: bookId, chapter_uuid: chapterId, language } = options;
  const id = bookId ?? (chapterId === undefined ? undefined : await findBookOfChapter(db, chapterId));
  const target = id ? await findImportTarget(db, id) : null;
  if (!target) return null;
  const key = chapterId === undefined ? undefined : target.keys.get(chapterId);
  return { ...target, ...(key === undefined ? {} : { chapterKey: key }), ...(language ? { language } : {}) };
}

/**
 * The plan of a folder, turned to a book of the site: it adds chapters, or the content of one; its other facts are
 * dropped.
 */
function aimedAt<Plan extends Omit<BookPlan, 'otherKind'>>(plan: Plan, target: Target): Plan {
  const { sourceKey, kind, originalLanguage, titles, chapterKey } = target;
  const language = target.language ?? originalLanguage;
  const only = chapterKey === undefined ? null : plan.chapters.flatMap(({ editions }) => editions)[0];
  const chapters = only
    ? [{ key: chapterKey ?? '', createdAt: null, dates: {}, editions: [{ ...only, language }] }]
    : plan.chapters.map((chapter) => ({
        ...chapter,
        editions:
          target.language && chapter.editions.length === 1
            ? chapter.editions.map((edition) => ({ ...edition, language }))
            : chapter.editions,
      }));
  const used = new Set(chapters.flatMap(({ editions }) => editions.map((edition) => edition.language)));
  const [first] = plan.editions;
  const editions = [...used].map((used) => {
    const own = plan.editions.find((edition) => edition.language === used) ?? first;
    const title = titles.get(used) ?? titles.get(originalLanguage) ?? '';
    return {
      ...{ language: used, title, introduction: null, textLanguage: own?.textLanguage ?? null },
      ...{ cover: null, bookFile: null },
    };
  });
  return {
    ...plan,
    ...{ sourceKey, formerKeys: [], kind, fields: {}, author: null, tags: null, readingDirection: null },
    ...{ likelyLanguage: originalLanguage, isLanguageGuessed: false, isWhole: false, editions, chapters },
  };
}
