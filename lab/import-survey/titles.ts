/** How many of the printed headings are titles of chapters, in their order; a title may lack the heading's second line. */
export function countFound(headings: readonly string[], titles: readonly string[]): number {
  const keys = titles.map((title) => keyOf(title.replace(/^.* · /, '')));
  let from = 0;
  let found = 0;
  for (const heading of headings.map(keyOf)) {
    const at = keys.findIndex((key, index) => index >= from && key !== '' && isSame(key, heading));
    if (at < 0) continue;
    found += 1;
    from = at + 1;
  }
  return found;
}

function isSame(title: string, heading: string): boolean {
  return title === heading || heading.startsWith(title) || title.startsWith(heading);
}

function keyOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
