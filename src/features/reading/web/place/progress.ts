import { useSyncExternalStore } from 'react';
import type { Script } from '../../../../shared/languages.ts';

/** How far the reader is in the open chapter of a novel. */
export interface NovelProgress {
  script: Script;
  /** Of the whole chapter. */
  characters: number;
  /** Of the text above the screen's lower edge, or up to the open page's end: 0 to 1. */
  share: number;
  /** Counted from 0; null where the text is scrolled. */
  page: number | null;
  pages: number | null;
  /** The reader has scrolled or turned since the chapter opened. */
  hasMoved: boolean;
  /** It has been read aloud up to its last sentence. */
  isHeard: boolean;
}

let current: NovelProgress | null = null;
const listeners = new Set<() => void>();

export function currentProgress(): NovelProgress | null {
  return current;
}

/** Says how far the reader is; null when no novel is open. */
export function noteProgress(progress: NovelProgress | null): void {
  if (JSON.stringify(progress) === JSON.stringify(current)) return;
  current = progress;
  for (const listener of listeners) listener();
}

/** Says that the open chapter has been heard to its end. */
export function noteHeard(): void {
  if (current) noteProgress({ ...current, isHeard: true });
}

export function subscribeToProgress(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useNovelProgress(): NovelProgress | null {
  return useSyncExternalStore(subscribeToProgress, currentProgress, () => null);
}
