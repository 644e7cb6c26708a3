import { lazy, Suspense } from 'react';
import { lateOr, Nothing } from './late.ts';

const Late = lazy(() => lateOr(() => import('./PlaceElsewhere.tsx').then((module) => module.PlaceElsewhere), Nothing));

/** As PlaceElsewhere, loaded when the page is there. */
export function LateElsewhere({ bookUuid }: { bookUuid: string }) {
  return (
    <Suspense fallback={null}>
      <Late bookUuid={bookUuid} />
    </Suspense>
  );
}
