import type { DbPool } from '../../../../server/database/db.ts';
import { findBookOfChapter, findImportTarget, type ImportTarget } from '../../../catalog/server/imports.ts';
import type { Media } from '../../../media/server/media.ts';
import type { BookPlan } from '../../plan/book-plan.ts';
import type { ImportWork } from '../../server/importing.ts';
import { alterPlans, leftOutBy, movesIn, type NamedChange } from '../changes.ts';
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
}

/**
 * The import as the engine takes it: the files under their names, and the changes by hand. Each `place` has its own
 * folder of files, so that two kinds of work on one import do not disturb each other.
 */
export async function prepare(deps: WorkDeps, batch: BatchRow, place: 'tree' | 'looking' = 'tree'): Promise<Prepared> {
  const { db, dataDir, sent } = deps;
  const files = await sent.list(db, batch.id);
  const root = `${treeOf(dataDir, batch.id, place)}/`;
  await layOut(root.slice(0, -1), files);
  const sizes = new Map(files.map(({ path, bytes }) => [path, bytes]));
  const pathOf = new Map([...sizes.keys()].map((path) => [fileIdOf(path), path]));
  for (const { file_id, path } of await selectAllFiles(db, batch.id)) pathOf.set(file_id, path);
  const inside = withPaths(batch.changes, pathOf, '');
  const changes = withPaths(batch.changes, pathOf, root);
  const target = await targetOf(deps, batch);
  let plans: readonly BookPlan[] = [];
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
    alter: (found) => alterPlans(target ? found.slice(0, 1).map((plan) => aimedAt(plan, target)) : found, changes),
    onPlans: (altered) => {
      plans = altered;
    },
  };
  return { root, sizes, byHand: leftOutBy(inside), work, plans: () => plans };
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
function aimedAt(plan: BookPlan, target: Target): BookPlan {
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
