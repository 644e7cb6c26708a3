import { type RefObject, useEffect } from 'react';
import { takeCarried } from '../../../../web/session.ts';
import type { ContentHandle, Position } from '../chapter/content-handle.ts';

export interface ReadChapter {
  chapterUuid: string;
  /** The chapter is there to be read. */
  isOpen: boolean;
  handle: RefObject<ContentHandle | null>;
}

/** Goes on in the place that the document before handed over (use-carrying-place.ts). */
export function useCarriedPlace({ chapterUuid, isOpen, handle }: ReadChapter): void {
  useEffect(() => {
    if (!isOpen) return;
    const position = positionFor(chapterUuid, takeCarried());
    if (position) handle.current?.goTo(position);
  }, [chapterUuid, isOpen, handle]);
}

/** What was carried, where it is a place in this chapter. */
export function positionFor(chapterUuid: string, carried: unknown): Position | null {
  if (!isRecord(carried) || carried.chapterUuid !== chapterUuid || !isRecord(carried.position)) return null;
  const { index, fraction, quote } = carried.position;
  if (typeof index !== 'number' || typeof fraction !== 'number') return null;
  return { index, fraction, ...(typeof quote === 'string' && { quote }) };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
