/** A line of two texts: in both, or only in one of them. */
export interface ComparedLine {
  side: 'both' | 'old' | 'new';
  text: string;
}

/** More pairs of lines than this are not compared one by one. */
const mostPairs = 4_000_000;

/** The paragraphs of two texts beside each other, with what went and what came. */
export function compareTexts(before: string, after: string): ComparedLine[] {
  const [old, fresh] = [paragraphsOf(before), paragraphsOf(after)];
  let first = 0;
  while (first < old.length && first < fresh.length && old[first] === fresh[first]) first += 1;
  let last = 0;
  const most = Math.min(old.length, fresh.length) - first;
  while (last < most && old[old.length - 1 - last] === fresh[fresh.length - 1 - last]) last += 1;
  const same = (lines: readonly string[]) => lines.map((text): ComparedLine => ({ side: 'both', text }));
  return [
    ...same(old.slice(0, first)),
    ...between(old.slice(first, old.length - last), fresh.slice(first, fresh.length - last)),
    ...same(old.slice(old.length - last)),
  ];
}

const paragraphsOf = (text: string) => text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '');

function between(old: readonly string[], fresh: readonly string[]): ComparedLine[] {
  const gone = (text: string): ComparedLine => ({ side: 'old', text });
  const came = (text: string): ComparedLine => ({ side: 'new', text });
  if (old.length * fresh.length > mostPairs) return [...old.map(gone), ...fresh.map(came)];
  const width = fresh.length + 1;
  // How many paragraphs of the rests are the same.
  const lengths = new Uint32Array((old.length + 1) * width);
  const lengthAt = (one: number, other: number) => lengths[one * width + other] ?? 0;
  for (let one = old.length - 1; one >= 0; one -= 1)
    for (let other = fresh.length - 1; other >= 0; other -= 1)
      lengths[one * width + other] =
        old[one] === fresh[other]
          ? lengthAt(one + 1, other + 1) + 1
          : Math.max(lengthAt(one + 1, other), lengthAt(one, other + 1));
  const lines: ComparedLine[] = [];
  let [one, other] = [0, 0];
  while (one < old.length || other < fresh.length) {
    const [left, right] = [old[one], fresh[other]];
    if (left !== undefined && left === right) {
      lines.push({ side: 'both', text: left });
      one += 1;
      other += 1;
    } else if (left !== undefined && (right === undefined || lengthAt(one + 1, other) >= lengthAt(one, other + 1))) {
      lines.push(gone(left));
      one += 1;
    } else {
      lines.push(came(right ?? ''));
      other += 1;
    }
  }
  return lines;
}
