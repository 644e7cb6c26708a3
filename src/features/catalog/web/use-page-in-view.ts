import { type RefCallback, useCallback, useRef, useState } from 'react';

/** A line across the upper third of the screen: what crosses it is being looked at. */
const lineMargin = '-33% 0px -66% 0px';

/**
 * Which of a list's pages the reader looks at; null: none yet, or what is above them. Each page's element carries its
 * number as `data-page` and has `watch` as its ref; so has, without a number, what is above.
 */
export function usePageInView(): { page: number | null; watch: RefCallback<HTMLElement> } {
  const [page, setPage] = useState<number | null>(null);
  const kept = useRef<IntersectionObserver>(null);

  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    kept.current ??= new IntersectionObserver(
      (entries) => {
        const crossing = entries.find((entry) => entry.isIntersecting)?.target;
        if (!(crossing instanceof HTMLElement)) return;
        setPage(crossing.dataset.page === undefined ? null : Number(crossing.dataset.page));
      },
      { rootMargin: lineMargin },
    );
    const observer = kept.current;
    observer.observe(element);
    return () => observer.unobserve(element);
  }, []);
  return { page, watch };
}
