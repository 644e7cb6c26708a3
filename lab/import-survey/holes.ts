/**
 * The numbers that are missing in a book's chapters, as people write them: `11, 34-36`. The run may begin again at 1,
 * as chapters do in each part of some books. A number that comes once more, or after a greater one, is named `again`.
 */
export function holesIn(numbers: readonly (string | null)[]): string {
  const holes: string[] = [];
  let last = 0;
  for (const printed of numbers) {
    const range = /^(\d{1,6})(?:[-–](\d{1,6}))?$/.exec(printed ?? '');
    if (!range) continue;
    const [first, end] = [Number(range[1]), Number(range[2] ?? range[1])];
    if (first === 1 || first === 0) last = first - 1;
    if (first <= last) holes.push(`${first} again`);
    else if (first > last + 1) holes.push(first === last + 2 ? `${last + 1}` : `${last + 1}-${first - 1}`);
    last = Math.max(last, end);
  }
  const more = holes.length - mostShown;
  return more > 0 ? `${holes.slice(0, mostShown).join(', ')} and ${more} more` : holes.join(', ');
}

const mostShown = 6;
