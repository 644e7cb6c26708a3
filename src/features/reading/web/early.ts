import { chapterOfPath } from '../../../shared/paths.ts';
import { parsed, read, type StorageName } from '../../../web/storage.ts';
import type { Position } from '../../library/contract.ts';
import type { ReaderSettings } from '../reader-settings.ts';
import { applyNovelToRoot } from './settings/root-settings.ts';
import { applyComicToRoot } from './settings/strip-on-root.ts';

const settings: StorageName = 'READER_SETTINGS';
/** The elements of a document that are to be laid out otherwise. */
const otherThan = { strip: '[data-paged]:not([data-novel])', pages: '[data-strip=""]' } as const;

interface StoredShape {
  comic?: Partial<ReaderSettings['comic']> | null;
  novel?: Partial<ReaderSettings['novel']> | null;
  books?: Record<string, { layout?: unknown } | null> | null;
}

export interface PreparedReader {
  /** Whether the page only waits for its code: it must be laid out anew, or already stands at its place. */
  isDue(): boolean;
}

/**
 * Lays the reader out as its reader has chosen, before the first paint; the server does not know. Goes to the place
 * where a strip was left, once the document is parsed.
 */
export function prepareReader(
  findLeftPlace: (chapter: { bookUuid: string; chapterUuid: string }) => Position | null,
): PreparedReader {
  const root = document.documentElement;
  const { comic, novel, books } = (parsed(read(settings) ?? '') ?? {}) as StoredShape; // each step of it is looked at
  applyNovelToRoot(root, Object.fromEntries(Object.entries(novel ?? {}).filter(([name]) => /^\w+$/.test(name))));
  applyComicToRoot(root, { widthPercent: Number(comic?.widthPercent) || 100, gapPx: Number(comic?.gapPx) || 0 });

  const chapter = chapterOfPath(location.pathname);
  if (!chapter) return { isDue: () => false };
  const { layout } = { ...comic, ...books?.[chapter.bookUuid] };
  const other = layout === 'strip' || layout === 'pages' ? otherThan[layout] : null;
  if (other !== null) root.dataset.comicLayout = String(layout);
  return { isDue: () => resume(findLeftPlace(chapter)) || (other !== null && document.querySelector(other) !== null) };
}

/** Scrolls to the place where the strip was left; true if it did. */
function resume(place: Position | null): boolean {
  if (place === null || place.index + place.fraction === 0 || scrollY > 0) return false;
  const tiles = [...document.querySelectorAll(`[data-strip] > [data-page="${place.index}"]`)];
  const [first] = tiles;
  const last = tiles.at(-1);
  if (!first || !last) return false;
  const { top } = first.getBoundingClientRect();
  const { bottom } = last.getBoundingClientRect();
  scrollTo(0, top + (bottom - top) * place.fraction - (place.fraction && innerHeight / 2));
  document.documentElement.dataset.resumedAt = String(scrollY);
  return true;
}
