import { createPagePart, usePart } from '../../../../web/part.ts';
import type { Openings } from '../../contract.ts';

/** The code of what few books tell is apart: a page without such a book does not load it. */
export const openingsPart = createPagePart('src/features/catalog/web/openings/OpeningsLabel.tsx', () =>
  import('./OpeningsLabel.tsx').then((module) => module.OpeningsLabel),
);

/** Whether a book has dates to tell. */
export function hasOpenings({ next_free_at: next, free_until: until }: Openings): boolean {
  return next !== null || until !== null;
}

/** A book's `OpeningsLabel`, where it has something to tell. */
export function LateOpenings(label: { book: Openings; className?: string | undefined }) {
  const isTold = hasOpenings(label.book);
  const { Component } = usePart(openingsPart, { isWanted: isTold });
  return isTold && Component && <Component {...label} />;
}
