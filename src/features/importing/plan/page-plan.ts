import { comparePaths, withoutExtension } from '../names/names.ts';
import type { ComicInfo } from './metadata.ts';
import { firstCover } from './source.ts';

/** Plans the images of one chapter: pages in order, and perhaps a cover that is not a page. */
export function planPages(
  names: readonly string[],
  comicInfo: ComicInfo | null,
): { pages: { index: number; key: string }[]; cover: number | null; frontCover: number | null } {
  const order = names.map((_, index) => index).sort((a, b) => comparePaths(names[a] ?? '', names[b] ?? ''));
  const nameOf = (index: number) => names[index] ?? '';
  const baseName = (name: string) => name.split('/').at(-1) ?? name;
  const cover = firstCover(order.map((index) => ({ index, name: baseName(nameOf(index)) })))?.index ?? null;
  const deleted = new Set((comicInfo?.deletedPages ?? []).map((place) => order[place]));
  const shown = order.filter((index) => !deleted.has(index));
  const withoutCover = shown.filter((index) => index !== cover);
  const pages = withoutCover.length > 0 ? withoutCover : shown;
  const stems = pages.map((index) => withoutExtension(baseName(nameOf(index))));
  const times = new Map<string, number>();
  for (const stem of stems) times.set(stem, (times.get(stem) ?? 0) + 1);
  // Only images that share a name have their position in the key as well.
  const keyOf = (place: number, index: number) => {
    const stem = stems[place] ?? '';
    return times.get(stem) === 1 ? stem : nameOf(index);
  };
  const front = comicInfo?.frontCover ?? null;
  return {
    pages: pages.map((index, place) => ({ index, key: keyOf(place, index) })),
    cover: withoutCover.length > 0 ? cover : null,
    frontCover: front === null ? null : (order[front] ?? null),
  };
}
