import type { ChapterInOrder } from '../../studio-contract.ts';

/** The published chapters that are free because of their place, without a rule of their own. */
function freeByPlace(rows: readonly ChapterInOrder[], freeChapters: number): ChapterInOrder[] {
  const published = rows.filter(({ state }) => state === 'published');
  return published.slice(0, freeChapters).filter(({ access }) => access === 'rule');
}

/** The chapters that become free or locked when the order changes; drafts count from when they are published. */
export function changesOfMove(
  { before, after }: { before: readonly ChapterInOrder[]; after: readonly ChapterInOrder[] },
  freeChapters: number,
): { free: ChapterInOrder[]; locked: ChapterInOrder[] } {
  const [then, now] = [freeByPlace(before, freeChapters), freeByPlace(after, freeChapters)];
  return { free: now.filter((row) => !then.includes(row)), locked: then.filter((row) => !now.includes(row)) };
}

/** The rows with the one at `from` at another place. */
export function moved<Row>(rows: readonly Row[], from: number, to: number): Row[] {
  return movedTogether(rows, (row) => row === rows[from], to);
}

/** The rows with some of them, in their order, at a place among the others. */
export function movedTogether<Row>(rows: readonly Row[], isMoved: (row: Row) => boolean, to: number): Row[] {
  const others = rows.filter((row) => !isMoved(row));
  return [...others.slice(0, to), ...rows.filter(isMoved), ...others.slice(to)];
}
