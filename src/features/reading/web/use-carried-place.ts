import { type RefObject, useEffect, useEffectEvent } from 'react';
import { carry, takeCarried } from '../../../web/session.ts';
import type { ContentHandle, Position } from './content-handle.ts';

interface Read {
  chapterUuid: string;
  /** The chapter is there to be read. */
  isOpen: boolean;
  handle: RefObject<ContentHandle | null>;
}

/**
 * Hands the place within a chapter from one document to the next: a page that is loaded anew, in another language
 * above all, shows the same picture or paragraph.
 */
export function useCarriedPlace({ chapterUuid, isOpen, handle }: Read): void {
  const leave = useEffectEvent(() => {
    const position = isOpen ? handle.current?.position() : null;
    if (position) carry({ chapterUuid, position });
  });

  useEffect(() => {
    const listen = () => leave();
    addEventListener('pagehide', listen);
    return () => removeEventListener('pagehide', listen);
  }, []);

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
