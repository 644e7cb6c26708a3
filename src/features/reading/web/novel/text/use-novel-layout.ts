import { type RefObject, useEffect, useMemo, useRef } from 'react';
import type { Worded } from '../../../../../shared/text-language.ts';
import type { Block } from '../../../contract.ts';
import { useReader } from '../../chapter/reader.ts';
import { currentProgress, noteProgress } from '../../place/progress.ts';
import { readSettings } from '../../settings/settings.ts';
import { lengthOf, textsOf } from './text-place.ts';
import { useSteadyPlace } from './use-steady-place.ts';
import { pagesWalk, scrollWalk, type Walk } from './walks.ts';

interface NovelLayout {
  content: RefObject<HTMLDivElement | null>;
  blocks: readonly Block[];
  words: Worded;
}

/** Moves the reader through a novel's text, scrolled or in pages, and tells how far that is. */
export function useNovelLayout({ content, blocks, words }: NovelLayout): void {
  const { language, text_language } = words;
  const { end } = useReader();
  const texts = useMemo(() => textsOf(blocks), [blocks]);
  const characters = useMemo(() => blocks.reduce((sum, block) => sum + lengthOf(block), 0), [blocks]);
  const hasMoved = useRef(false);
  const frame = useRef(0);

  function walk(): Walk | null {
    const text = content.current;
    if (!text) return null;
    if (readSettings().novel.flow === 'scroll') return scrollWalk(text);
    return pagesWalk(text, { onPastEnd: () => end.current?.scrollIntoView({ block: 'end', behavior: 'instant' }) });
  }

  function note(): void {
    const progress = walk()?.progress();
    if (!progress || !content.current) return;
    const isHeard = currentProgress()?.isHeard ?? false;
    noteProgress({ words: { language, text_language }, characters, hasMoved: hasMoved.current, isHeard, ...progress });
    const isAtEnd = progress.pages === null || progress.page === progress.pages - 1;
    content.current.parentElement?.toggleAttribute('data-at-end', isAtEnd);
  }

  useSteadyPlace({
    content,
    texts,
    walk,
    onChange({ byReader }) {
      hasMoved.current ||= byReader;
      cancelAnimationFrame(frame.current);
      frame.current = requestAnimationFrame(note);
    },
  });

  useEffect(
    () => () => {
      cancelAnimationFrame(frame.current);
      noteProgress(null);
    },
    [],
  );
}
