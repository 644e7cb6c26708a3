import { useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import { type StudioCalls, useStudioCalls } from '../../../studio/web/calls.ts';
import type { sequenceBody, sequenceRow } from '../../studio-contract.ts';
import { inTheWayOf, type Moved } from './publishing.ts';

export type SequenceWish = z.input<typeof sequenceBody>;
export type SequenceDate = z.infer<typeof sequenceRow>;

/** The dates that a sequence would have, or why it cannot be. */
export type Planned =
  | { kind: 'dates'; rows: readonly SequenceDate[] }
  | (Moved & { kind: 'in_the_way' })
  | { kind: 'failed'; error: unknown };

const settleMs = 250;

/** Asks what a wish would lead to, again after each change; null while nothing is known of it. */
export function usePlannedDates(wish: SequenceWish | null): Planned | null {
  const calls = useStudioCalls();
  const [known, setKnown] = useState<{ key: string; planned: Planned } | null>(null);
  const key = wish && JSON.stringify(wish);
  useEffect(() => {
    if (key === null) return;
    let isOld = false;
    const timer = setTimeout(async () => {
      const planned = await planSequence(calls, { ...JSON.parse(key), dry_run: true });
      if (!isOld) setKnown({ key, planned });
    }, settleMs);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [key, calls]);
  return known !== null && known.key === key ? known.planned : null;
}

export async function planSequence(calls: StudioCalls, body: SequenceWish): Promise<Planned> {
  try {
    const { data } = await calls.send('POST', '/studio/publishing/series', { body });
    return { kind: 'dates', rows: data.result };
  } catch (error) {
    return inTheWayOf(error) ?? { kind: 'failed', error };
  }
}
