import { lazy, Suspense } from 'react';
import { lateOr, Nothing } from './late.ts';
import { useRemembers } from './use-remembers.ts';

const OnPage = lazy(() =>
  lateOr(() => import('./PlaceElsewhere.tsx').then((module) => module.PlaceElsewhere), Nothing),
);
const AsToast = lazy(() =>
  lateOr(() => import('./ToastElsewhere.tsx').then((module) => module.ToastElsewhere), Nothing),
);

/** As PlaceElsewhere, or ToastElsewhere: loaded when the page is there, and only where a browser remembers places. */
export function LateElsewhere({ bookUuid, look }: { bookUuid: string; look: 'page' | 'toast' }) {
  if (!useRemembers()) return null;
  return (
    <Suspense fallback={null}>
      {look === 'page' ? <OnPage bookUuid={bookUuid} /> : <AsToast bookUuid={bookUuid} />}
    </Suspense>
  );
}
