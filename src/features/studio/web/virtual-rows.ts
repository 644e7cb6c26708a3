import { type FocusEvent, type RefObject, useEffect, useState } from 'react';

/** So many rows are there beyond each end of the window: the next ones are there before one comes to them. */
const beyond = 12;
/** At least as much stands above the first row. */
const headPx = 200;
/** From so many rows on, only those near the window are there. */
const manyRows = 100;

/** Rows that are there, or the height of those that are not. */
export type Stretch = { kind: 'rows'; from: number; to: number } | { kind: 'gap'; from: number; height: number };

/**
 * Draws only some of many rows of one height: those near the window, the row with the focus with its neighbours, and
 * those in `keep`. Each row has its place in `data-at`.
 */
export function useVirtualRows(
  body: RefObject<HTMLElement | null>,
  { count, keep = [] }: { count: number; keep?: readonly number[] },
): { stretches: Stretch[]; onFocus(event: FocusEvent): void } {
  const isMany = count > manyRows;
  const [height, setHeight] = useState(56);
  // The first picture has the rows of the window alone, below the head of the page.
  const [range, setRange] = useState(() => ({ from: 0, to: Math.ceil((innerHeight - headPx) / height) }));
  const [focused, setFocused] = useState<number | null>(null);

  useEffect(() => {
    if (!isMany) return;
    function look(): void {
      const top = body.current?.getBoundingClientRect().top ?? 0;
      const row = body.current?.querySelector('[data-at]')?.getBoundingClientRect().height || height;
      setHeight(row);
      // In steps, so that not each pixel draws the rows anew.
      const at = (px: number) => Math.floor(px / row / (beyond / 2)) * (beyond / 2);
      const from = Math.max(0, at(-top) - beyond);
      const to = at(innerHeight - top) + 2 * beyond;
      setRange((now) => (now.from === from && now.to === to ? now : { from, to }));
    }
    // Rows beyond the window come when those in it have been painted.
    const first = setTimeout(look, 50);
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    return () => {
      clearTimeout(first);
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, [body, isMany, height]);

  const around = focused === null ? [] : [focused - 1, focused, focused + 1];
  return {
    stretches: isMany
      ? stretchesOf({ ...range, count, height, keep: [...keep, ...around] })
      : [{ kind: 'rows', from: 0, to: count }],
    onFocus({ target }) {
      const at = target.closest('[data-at]')?.getAttribute('data-at');
      if (at) setFocused(Number(at));
    },
  };
}

/** The rows of a range and those that are kept, with gaps where there are none; together as high as all rows. */
export function stretchesOf(given: {
  from: number;
  to: number;
  count: number;
  height: number;
  keep: readonly number[];
}): Stretch[] {
  const { count, height } = given;
  const from = Math.min(given.from, count);
  const to = Math.min(given.to, count);
  const kept = given.keep.filter((at) => at >= 0 && at < count && (at < from || at >= to));
  const pieces = [...new Set(kept)].map((at) => ({ from: at, to: at + 1 }));
  const rows = [...pieces, { from, to }].sort((one, other) => one.from - other.from);
  let next = 0;
  const stretches: Stretch[] = [];
  for (const piece of rows) {
    if (piece.from > next) stretches.push({ kind: 'gap', from: next, height: (piece.from - next) * height });
    if (piece.to > piece.from) stretches.push({ kind: 'rows', ...piece });
    next = piece.to;
  }
  if (next < count) stretches.push({ kind: 'gap', from: next, height: (count - next) * height });
  return stretches;
}
