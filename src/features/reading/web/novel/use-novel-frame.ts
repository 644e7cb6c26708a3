import { useEffect } from 'react';
import { directionOfWords } from '../../../../shared/text-language.ts';
import { createStore } from '../../../../web/store.ts';
import type { ReadableChapter } from '../chapter/chapter.ts';
import { useReaderSettings } from '../settings/settings.ts';

/** Whether the last open chapter was a novel: until the next one is there, the paper keeps its colour. */
const wasNovel = createStore(false);

/**
 * What the reader's frame must know: whether the chapter is a novel's, and which way its pages turn (null: it scrolls).
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
