import { createPart, usePart } from '../../../../web/part.ts';
import { useRemembers } from '../use-remembers.ts';

const parts = {
  page: createPart(() => import('./PlaceElsewhere.tsx').then((module) => module.PlaceElsewhere)),
  toast: createPart(() => import('./ToastElsewhere.tsx').then((module) => module.ToastElsewhere)),
};

/** As PlaceElsewhere, or ToastElsewhere: loaded when the page is there, and only where a browser remembers places. */
export function LateElsewhere({ bookUuid, look }: { bookUuid: string; look: 'page' | 'toast' }) {
  const remembers = useRemembers();
  const { Component: Elsewhere } = usePart(parts[look], { isWanted: remembers });
  return remembers && Elsewhere && <Elsewhere bookUuid={bookUuid} />;
}
