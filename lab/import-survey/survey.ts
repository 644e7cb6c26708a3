import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readName } from '../../src/features/importing/names/names.ts';
import { planImport } from '../../src/features/importing/server/importing.ts';
import { decodeTextFile } from '../../src/features/importing/text/server/encoding.ts';
import { isJunkName } from '../../src/features/media/rules.ts';
import type { Media } from '../../src/features/media/server/media.ts';
import { OperatorError } from '../../src/server/command/operator-error.ts';
import { holesIn } from './holes.ts';
import { readManifest, type Work } from './manifest.ts';
import { countOwnContents } from './own-contents.ts';
import { countFound } from './titles.ts';

/** One book of a survey, or one file that could not be read. */
export type Row = {
  title: string;
  kind: string;
  /** The language that the import gives it; null where nothing was planned. */
  language: string | null;
  /** The language that the manifest names. */
  trueLanguage: string | null;
  chapters: number;
  /** Those without the further pieces of a part that was cut by its length alone. */
  headed: number;
  /** The counts that the book's own contents allow; null where it has none. */
  expected: { least: number; most: number } | null;
  /** How many of the manifest's headings are chapters; null where it gives none. */
  titles: { found: number; of: number } | null;
  holes: string;
  seconds: number;
  /** Why it, or a part of it, was left out; null where all was read. */
  leftOut: string | null;
};

/** Plans each file and each folder in a folder as one import of its own; nothing is stored. A bad one costs its row. */
export async function survey(media: Media, folder: string, onRow: (row: Row) => void = () => {}): Promise<Row[]> {
  const works = await readManifest(folder);
  const rows: Row[] = [];
  for (const { name, isLink } of await entriesIn(folder)) {
    const path = join(folder, name);
    // An import follows a link that it is given; nobody gave these.
    const planned = isLink ? { plans: [], leftOut: [{ path, cause: 'a link; links are not followed' }] } : null;
    for (const row of await rowsOf(media, path, { work: works.get(name), planned })) {
      rows.push(row);
      onRow(row);
    }
  }
  return rows;
}

async function entriesIn(folder: string): Promise<{ name: string; isLink: boolean }[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw new OperatorError(`${folder} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  return entries
    .filter(({ name }) => !isJunkName(name) && !/\.json$/i.test(name))
    .map((entry) => ({ name: entry.name, isLink: entry.isSymbolicLink() }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

type Planned = Awaited<ReturnType<typeof planImport>>;
type Plan = Planned['plans'][number];

type Known = { work: Work | undefined; planned: Planned | null };

async function rowsOf(media: Media, path: string, { work, planned: known }: Known): Promise<Row[]> {
  const started = performance.now();
  const planned = known ?? (await planOne(media, path));
  const seconds = (performance.now() - started) / 1000;
  const row = {
    kind: /\.(\w{1,8})$/.exec(path)?.[1]?.toLowerCase() ?? 'folder',
    trueLanguage: work?.language ?? null,
    expected: await expectedOf(path, { work, isRead: planned.plans.length > 0 }),
    seconds,
    leftOut: planned.leftOut[0]?.cause ?? null,
  };
  const name = basename(path);
  if (planned.plans.length === 0)
    return [{ ...row, title: work?.title ?? name, language: null, chapters: 0, headed: 0, titles: null, holes: '' }];
  return planned.plans.map((plan) => ({
    ...row,
    title: planned.plans.length > 1 ? `${name}: ${titleOf(plan)}` : (work?.title ?? name),
    language: plan.likelyLanguage,
    chapters: plan.chapters.length,
    headed: countHeaded(plan),
    titles: titlesIn(plan, work?.headings),
    holes: holesIn(plan.chapters.map(numberOf)),
  }));
}

/** A bug that one file shows is this file's row: the survey of the others is worth as much. */
async function planOne(media: Media, path: string): Promise<Planned> {
  return await planImport(media, [path]).catch((error: unknown) => ({
    plans: [],
    leftOut: [{ path, cause: `failed: ${String(error)}` }],
  }));
}

async function expectedOf(
  path: string,
  { work, isRead }: { work: Work | undefined; isRead: boolean },
): Promise<Row['expected']> {
  if (work?.expectedChapters !== undefined)
    return { least: work.expectedChapters, most: work.expectedChapters + (work.mayAlso?.length ?? 0) };
  if (!isRead || !/\.txt$/i.test(path)) return null;
  const bytes = await readFile(path).catch(() => null);
  const decoded = bytes && decodeTextFile({ name: basename(path) }, bytes);
  const count = decoded && 'text' in decoded ? countOwnContents(decoded.text) : null;
  return count === null ? null : { least: count, most: count };
}

function titleOf(plan: Plan): string {
  return plan.editions[0]?.title ?? basename(plan.path);
}

function titlesIn(plan: Plan, headings: readonly string[] | undefined): Row['titles'] {
  if (headings === undefined) return null;
  const titles = plan.chapters.map(({ editions: [first] }) => first?.title ?? '');
  return { found: countFound(headings, titles), of: headings.length };
}

/** The printed number of a chapter. */
function numberOf({ editions: [first] }: Plan['chapters'][number]): string | null {
  if (first?.content?.type === 'part') return first.content.file.outline.parts[first.content.part]?.number ?? null;
  return first ? readName(first.title).number : null;
}

/** Pieces of one overlong part, which are called 'Preface (1)', 'Preface (2)' or 'The tide 1', count once. */
function countHeaded(plan: Plan): number {
  const parts = plan.chapters.map((chapter, index) => {
    const title = chapter.editions[0]?.title ?? '';
    const stem = numberOf(chapter) === null ? /^(.+?) \(?\d+\)?$/u.exec(title)?.[1] : undefined;
    return stem ?? `${index}: ${title}`;
  });
  return parts.filter((part, index) => part !== parts[index - 1]).length;
}

export type Verdict = 'right' | 'fewer' | 'more' | 'misnamed' | 'uncounted' | 'unread';

/** Fewer titles than this show that the cuts are in other places, or that the encoding is another one. */
const leastNamed = 0.9;

/** Whether a book was cut as its own contents say, into as many chapters and under their titles. */
export function judge({ headed, expected, titles, language }: Row): Verdict {
  if (language === null) return 'unread';
  if (expected === null) return 'uncounted';
  if (headed < expected.least) return 'fewer';
  if (headed > expected.most) return 'more';
  return titles !== null && titles.found < titles.of * leastNamed ? 'misnamed' : 'right';
}
