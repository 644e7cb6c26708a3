const mostLetters = 500;

/** The lines from the first to the last that differ, shortened: enough to see what a change was about. */
export function differingLines(one: string, other: string): { before: string; after: string } {
  const [before, after] = [one.split('\n'), other.split('\n')];
  let first = 0;
  while (first < before.length && first < after.length && before[first] === after[first]) first += 1;
  let last = 0;
  const most = Math.min(before.length, after.length) - first;
  while (last < most && before[before.length - 1 - last] === after[after.length - 1 - last]) last += 1;
  const shown = (lines: readonly string[]) =>
    shortened(
      lines
        .slice(first, lines.length - last)
        .join('\n')
        .trim(),
    );
  return { before: shown(before), after: shown(after) };
}

function shortened(text: string): string {
  const letters = [...text.slice(0, 2 * mostLetters)];
  return letters.length > mostLetters ? `${letters.slice(0, mostLetters).join('')}…` : letters.join('');
}
