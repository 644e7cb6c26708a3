/** Pages that stand elsewhere by hand, by the paths of their files; `before` null: at the end of their chapter. */
export type PageMove = { files: readonly string[]; before: string | null };

/** The pages in the order that somebody gave them; a move whose target is elsewhere puts its pages at the end. */
export function inOrderByHand<Page>(
  pages: readonly Page[],
  pathOf: (page: Page) => string,
  moves: readonly PageMove[],
): Page[] {
  let order = [...pages];
  const nameOf = (page: Page) => entryName(pathOf(page));
  for (const { files, before } of moves) {
    const isMoved = new Set(files);
    const taken = files.flatMap((file) => order.filter((page) => nameOf(page) === file));
    if (taken.length === 0) continue;
    const rest = order.filter((page) => !isMoved.has(nameOf(page)));
    const at = before === null ? -1 : rest.findIndex((page) => nameOf(page) === before);
    const place = at < 0 ? rest.length : at;
    order = [...rest.slice(0, place), ...taken, ...rest.slice(place)];
  }
  return order;
}

/** The path of a picture as tables of files write it: an entry stands behind its archive, `a.cbz/001.png`. */
export function entryName(shownAs: string): string {
  return shownAs.replace(/^(.*?\.[a-z0-9]{2,5}): /i, '$1/');
}
