import { useEffect } from 'react';
import { takeCarried } from '../../../../web/carried.ts';
import type { Position } from '../chapter/content-handle.ts';
import { useReader } from '../chapter/reader.ts';

/** Opens the chapter at the place that the document before this one handed over (use-carrying-place.ts). */
export function useCarriedPlace(): void {
  const { place, isWaiting, handle } = useReader();
  const { chapterUuid } = place;
  useEffect(() => {
    if (isWaiting) return;
    const position = positionFor(chapterUuid, takeCarried());
    if (position) handle.current?.goTo(position);
  }, [chapterUuid, isWaiting, handle]);
}

/** The carried place, where it is one in this chapter. */
export function positionFor(chapterUuid: string, carried: unknown): Position | null {
  if (!isRecord(carried) || carried.chapterUuid !== chapterUuid || !isRecord(carried.position)) return null;
  const { index, fraction, quote } = carried.position;
  if (typeof index !== 'number' || typeof fraction !== 'number') return null;
  return { index, fraction, ...(typeof quote === 'string' && { quote }) };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
