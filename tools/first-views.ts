import { join } from 'node:path';
import { normalizePath, type Rolldown } from 'vite';
import { root } from './tree.ts';

const kilobyte = 1000;

/** A page as it is first seen: the sources of its code, and the most bytes of JavaScript that it may load, in gzip. */
interface FirstView {
  name: string;
  source: string;
  part?: string;
  limit: number;
}

/** lab/benchmarks.md measures the sums of two of them in a browser. */
export const firstViews: readonly FirstView[] = [
  { name: 'home', source: 'src/app/site/HomePage.tsx', limit: 97 * kilobyte },
  { name: 'book', source: 'src/app/site/OpenedBookPage.tsx', limit: 102.4 * kilobyte },
  reader('strip', 'strip/StripChapter', 107),
  reader('novel', 'novel/NovelChapter', 106.6),
  reader('paged', 'paged/PagedChapter', 106),
  // A text with pictures needs the code for text, with its formulas and notes, and the code for images.
  reader('illustrated', 'novel/IllustratedChapter', 110.4),
];

function reader(name: string, file: string, limit: number): FirstView {
  const part = `src/features/reading/web/${file}.tsx`;
  return { name, source: 'src/app/site/OpenedReaderPage.tsx', part, limit: limit * kilobyte };
}

/** What every page loads after its start: one chunk, and part of each first view. */
const lateCode = 'src/app/site/after-start.ts';
export const lateChunk = 'late';

/**
 * What users load on every page. What it shares with a view is a chunk of its own: within the view's chunk it would
 * bring all of the book page, and of the reader, to each other page.
 */
const ofUsers = ['src/features/library/web/sync.ts', 'src/features/reading/web/settings/settings-sync.ts'];

/**
 * Names the chunk of a module that several first views load, or that the home or book page may share with others: one
 * chunk for each set of views. All others are left to the build. Without this rule the book list would load 17 files and
 * a reader 22, many of them below 300 bytes.
 */
export function createViewChunks(): (id: string, context: Rolldown.ChunkingContext) => string | null {
  const views = firstViews.map(({ name, source, part }) => ({ name, ids: part ? [source, part] : [source] }));
  const begins = [...views, { name: 'user', ids: ofUsers }, { name: lateChunk, ids: [lateCode] }];
  const starts = new Set([...views.flatMap(({ ids }) => ids), ...ofUsers].map(idOf));
  let loads: { name: string; modules: Set<string> }[] | undefined;
  return (id, context) => {
    loads ??= begins.map(({ name, ids }) => ({ name, modules: modulesBelow(ids.map(idOf), context) }));
    const names = loads.filter(({ modules }) => modules.has(id)).map(({ name }) => name);
    const isShared = names.length > 1 || ['home', 'book', lateChunk].includes(names[0] ?? '');
    return isShared && !starts.has(id) ? names.join('-') : null;
  };
}

/** Whether each view that loads one file of code loads the other as well, by the names that chunks of views have. */
export function isLoadedWith(file: string, host: string): boolean {
  const [views, ofHost] = [viewsOf(file), viewsOf(host)];
  return ofHost.length > 0 && ofHost.every((name) => views.includes(name));
}

const chunkNames = [...firstViews.map(({ name }) => name), 'user', lateChunk];

function viewsOf(file: string): string[] {
  const names = file.replace(/^.*\/|-[\w-]{8}\.js$/g, '').split('-');
  return names.every((name) => chunkNames.includes(name)) ? names : [];
}

const idOf = (path: string) => normalizePath(join(root, path));

/** The modules with all that they import statically. */
function modulesBelow(ids: readonly string[], context: Rolldown.ChunkingContext): Set<string> {
  const found = new Set(ids);
  for (const id of found) for (const next of context.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}
