export const rowPx = 56;
/** Chapters that one call tells of. */
export const rowsPerPage = 50;

/** Where the row of a chapter begins, in px from the list's upper edge. Numbers have no gaps. */
export function topOfRow(number: number): number {
  return (number - 1) * rowPx;
}

interface Sight {
  /** How far the list is scrolled, and how much of it shows. */
  top: number;
  height: number;
  total: number;
}

/** The pages of rows that show, with half a screen to spare on either side. */
export function pagesInSight({ top, height, total }: Sight): number[] {
  const pagePx = rowsPerPage * rowPx;
  const lastPage = Math.max(0, Math.ceil(total / rowsPerPage) - 1);
  const within = (y: number) => Math.min(lastPage, Math.max(0, Math.floor(y / pagePx)));
  const first = within(top - height / 2);
  const last = within(top + height * 1.5);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
