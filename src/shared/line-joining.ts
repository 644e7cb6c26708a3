/** Whether a line is a row of asterisks or the like, which separates two scenes. */
export function isRule(text: string): boolean {
  return text.length < 200 && /^(?:[*＊_•●◆◇※~=-]\s*){3,}$/u.test(text);
}

/** Joins broken lines; no space is added between Han characters or after a hyphen or a dash. */
export function joinLines(lines: readonly string[]): string {
  const parts = lines.flatMap((line, index) => {
    const before = lines[index - 1]?.slice(-3);
    const joined = line.endsWith('\u00ad') && index < lines.length - 1 ? line.slice(0, -1) : line;
    return before === undefined || standsWithoutSpace(before, line.slice(0, 2)) ? [joined] : [' ', joined];
  });
  return parts.join('');
}

function standsWithoutSpace(end: string, start: string): boolean {
  const isHan =
    /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]$/u.test(end) &&
    /^[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u.test(start);
  return isHan || end.endsWith('\u00ad') || (/\p{L}(?:-|--|—)$/u.test(end) && /^\p{L}/u.test(start));
}
