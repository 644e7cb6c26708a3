import { createPart, usePart } from '../../../../web/part.ts';
import { useRemembers } from '../use-remembers.ts';

const parts = {
  page: createPart(() => import('./PlaceElsewhere.tsx').then((module) => module.PlaceElsewhere)),
  toast: createPart(() => import('./ToastElsewhere.tsx').then((module) => module.ToastElsewhere)),
};

/** PlaceElsewhere or ToastElsewhere, loaded after the page, and only in a browser that remembers places. */
export function LateElsewhere({ bookUuid, look }: { bookUuid: string; look: 'page' | 'toast' }) {
  const remembers = useRemembers();
  const { Component: Elsewhere } = usePart(parts[look], { isWanted: remembers });
  return remembers && Elsewhere && <Elsewhere bookUuid={bookUuid} />;
}
