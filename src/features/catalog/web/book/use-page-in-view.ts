import { type RefCallback, useCallback, useRef, useState } from 'react';

/** A line across the upper third of the screen: the reader looks at the page that crosses it. */
const lineMargin = '-33% 0px -66% 0px';

/**
 * The page of a list that the reader looks at; null: none yet, or the area above the list. Each page's element has its
 * number as `data-page` and `watch` as its ref; the element above has `watch` and no number.
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
