/** The closing bracket of each opening bracket. */
export function closingBrackets(text: string): Map<number, number> {
  const closing = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '[') open.push(at);
    else if (character === ']') {
      const from = open.pop();
      if (from !== undefined) closing.set(from, at);
    }
  }
  return closing;
}
