import { useEffect } from 'react';
import { directionOfWords } from '../../../../shared/text-language.ts';
import { createStore } from '../../../../web/store.ts';
import type { ReadableChapter } from '../chapter/chapter.ts';
import { useReaderSettings } from '../settings/settings.ts';

/** Whether the last open chapter was a novel: until the next one is there, the paper keeps its colour. */
const wasNovel = createStore(false);

/**
 * The facts of a novel that the reader's frame needs: that it is one, and which way its pages turn, where it has pages.
 */
export function useNovelFrame(chapter: ReadableChapter | null): { isNovel: boolean; pagesTurn: 'ltr' | 'rtl' | null } {
  const { novel } = useReaderSettings();
  const kind = chapter?.kind;
  useEffect(() => {
    if (kind) wasNovel.set(kind === 'novel');
  }, [kind]);
  const isNovel = kind ? kind === 'novel' : wasNovel.get();
  const isInPages = kind === 'novel' && novel.flow === 'pages';
  return { isNovel, pagesTurn: isInPages ? directionOfWords(chapter ?? { language: 'en-us' }) : null };
}
