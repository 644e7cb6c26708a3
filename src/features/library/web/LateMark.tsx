import { lazy, Suspense } from 'react';
import { lateOr, Nothing } from './late.ts';

const Late = lazy(() => lateOr(() => import('./OwnMark.tsx').then((module) => module.OwnMark), Nothing));

/** A chapter's mark, loaded when the page is there. */
export function LateMark(chapter: { bookUuid: string; chapterNumber: number }) {
  return (
    <Suspense fallback={null}>
      <Late {...chapter} />
    </Suspense>
  );
}
