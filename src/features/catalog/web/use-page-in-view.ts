import { type RefObject, useEffect, useRef, useState } from 'react';

/** A line across the upper third of the screen: what crosses it is being looked at. */
const lineMargin = '-33% 0px -66% 0px';

/**
 * Which of the list's pages the reader looks at. Each page's element carries its number as `data-page`; `pages` tells
 * which ones are there, `startPage` answers until any has been seen.
 */
export function usePageInView({
  list,
  pages,
  startPage,
}: {
  list: RefObject<HTMLElement | null>;
  pages: readonly number[];
  startPage: number;
}): number {
  const [seen, setSeen] = useState({ startPage, page: startPage });
  const shown = pages.join();
  const watch = useRef<{ observer: IntersectionObserver; watched: WeakSet<Element> } | null>(null);

  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const crossing = entries.find((entry) => entry.isIntersecting)?.target;
        if (crossing instanceof HTMLElement) setSeen({ startPage, page: Number(crossing.dataset.page) });
      },
      { rootMargin: lineMargin },
    );
    watch.current = { observer, watched: new WeakSet() };
    return () => observer.disconnect();
  }, [startPage]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other pages are other elements to watch
  useEffect(() => {
    for (const page of list.current?.querySelectorAll('[data-page]') ?? []) {
      if (watch.current?.watched.has(page)) continue;
      watch.current?.watched.add(page);
      watch.current?.observer.observe(page);
    }
  }, [list, shown, startPage]);
  return seen.startPage === startPage && pages.includes(seen.page) ? seen.page : startPage;
}
