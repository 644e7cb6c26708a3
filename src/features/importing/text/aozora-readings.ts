/** A base in Han before its reading, or any words behind a bar: '｜その夜《よ》'. */
const reading = /(?:｜([^｜《》]{1,40})|([\p{Script=Han}々〆ヶ※]{1,20}))《([^《》]{1,40})》/gu;

/** The parts of a line: words, and bases with their readings. */
export function withReadings(text: string): (string | { base: string; reading: string })[] {
  const parts: (string | { base: string; reading: string })[] = [];
  let from = 0;
  for (const found of text.matchAll(reading)) {
    if (found.index > from) parts.push(text.slice(from, found.index));
    parts.push({ base: found[1] ?? found[2] ?? '', reading: found[3] ?? '' });
    from = found.index + found[0].length;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}

/** A heading's words without their readings. */
export function withoutReadings(text: string): string {
  return withReadings(text)
    .map((part) => (typeof part === 'string' ? part : part.base))
    .join('');
}
