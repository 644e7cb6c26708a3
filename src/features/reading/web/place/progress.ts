import type { Worded } from '../../../../shared/text-language.ts';
import { createStore, useStore } from '../../../../web/store.ts';

/** How far the reader is in the open chapter of a novel. */
export interface NovelProgress {
  /** The language of its words. */
  words: Worded;
  /** The number of the chapter's characters. */
  characters: number;
  /** The share of the text above the screen's lower edge, or up to the open page's end: 0 to 1. */
  share: number;
  /** Counted from 0; null where the text is scrolled. */
  page: number | null;
  pages: number | null;
  /** The reader has scrolled or turned since the chapter opened. */
  hasMoved: boolean;
  /** It has been read aloud up to its last sentence. */
  isHeard: boolean;
}

const current = createStore<NovelProgress | null>(null);

export const currentProgress = current.get;

/** Says how far the reader is; null when no novel is open. */
export function noteProgress(progress: NovelProgress | null): void {
  if (JSON.stringify(progress) !== JSON.stringify(current.get())) current.set(progress);
}

/** Says that the open chapter has been heard to its end. */
export function noteHeard(): void {
  const progress = current.get();
  if (progress) noteProgress({ ...progress, isHeard: true });
}

export const subscribeToProgress = current.subscribe;

export const useNovelProgress = (): NovelProgress | null => useStore(current, null);
