import { type RefObject, useEffect, useState } from 'react';

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
  // biome-ignore lint/correctness/useExhaustiveDependencies: other pages are other elements to watch
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const crossing = entries.find((entry) => entry.isIntersecting)?.target;
        if (crossing instanceof HTMLElement) setSeen({ startPage, page: Number(crossing.dataset.page) });
      },
      { rootMargin: lineMargin },
    );
    for (const page of list.current?.querySelectorAll('[data-page]') ?? []) observer.observe(page);
    return () => observer.disconnect();
  }, [list, shown, startPage]);
  return seen.startPage === startPage && pages.includes(seen.page) ? seen.page : startPage;
}
