import { useEffect, useRef } from 'react';
import type { ChapterSelection } from './chapter-queries.ts';

/** The place that a reader asked for: a page, or a chapter in it. */
export interface Wanted {
  page: number;
  chapter: number | null;
}

/** After a jump, or a change of order, the reader wants to see the list's new beginning. */
export function useScrollToStart(section: { readonly current: HTMLElement | null }, selection: ChapterSelection) {
  const { direction, startPage } = selection;
  const shown = useRef(startPage);
  /** Back leads to the reader's former place; after a press on an order the reader wants the beginning. */
  const isPressed = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each selection
  useEffect(() => {
    const isPassed = (section.current?.getBoundingClientRect().top ?? 0) < 0;
    if (shown.current !== startPage || (isPressed.current && isPassed)) {
      section.current?.scrollIntoView({ block: 'start' });
    }
    shown.current = startPage;
    isPressed.current = false;
  }, [section, startPage, direction]);
  return (next: ChapterSelection) => {
    isPressed.current = next.direction !== direction;
  };
}

/** Scrolls to the requested place as soon as it is loaded. */
export function useArrivalAt(
  section: { readonly current: HTMLElement | null },
  { wanted, shown, onArrived }: { wanted: Wanted | null; shown: string; onArrived: () => void },
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again when other chapters are shown
  useEffect(() => {
    if (!wanted) return;
    const page = `[data-page="${wanted.page}"]`;
    const isPage = wanted.chapter === null;
    const found = section.current?.querySelector(isPage ? page : `${page} [data-chapter="${wanted.chapter}"]`);
    if (!found) return;
    found.scrollIntoView({ block: isPage ? 'start' : 'center' });
    if (!isPage) found.querySelector('a')?.focus({ preventScroll: true });
    onArrived();
  }, [wanted, shown]);
}
