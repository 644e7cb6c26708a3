import { createContext, type ReactNode, type RefObject, useContext, useEffect, useEffectEvent } from 'react';
import type { ChapterPlace } from './chapter-place.ts';
import type { ContentHandle } from './content-handle.ts';

/** The buttons that keys can press; such a button is not always on the screen. */
export type ButtonAction = 'like' | 'search' | 'readAloud';

/**
 * The values and functions that all parts of the open reader share. Scrolling does not change them: what changes by
 * scrolling belongs to the frame.
 */
export interface Reader {
  place: ChapterPlace;
  /** The chapter is still on its way. */
  isWaiting: boolean;
  /** A text; else a comic, or nobody knows yet. */
  isNovel: boolean;
  /** The direction in which a paged book turns; null for what is scrolled. */
  pagesTurn: 'ltr' | 'rtl' | null;
  /** Pages of a comic's chapter; null for what has none. */
  pageTotal: number | null;
  handle: RefObject<ContentHandle | null>;
  /** The element that the chapter stands in. */
  stage: RefObject<HTMLDivElement | null>;
  /** The panel below the chapter; the bars come back when it shows. */
  end: RefObject<HTMLElement | null>;
  /** For the panel below the chapter. */
  extras: ReactNode;
  /** The actions of the buttons that are there now. */
  buttons: RefObject<Partial<Record<ButtonAction, () => void>>>;
}

export const ReaderContext = createContext<Reader | null>(null);

export function useReader(): Reader {
  const reader = useContext(ReaderContext);
  if (!reader) throw new Error('useReader needs a ReaderContext');
  return reader;
}

/** Lets a key press a button while the button is there; null for a button without a key. */
export function useButtonAction(name: ButtonAction | null, press: () => void): void {
  const { buttons } = useReader();
  const pressed = useEffectEvent(press);
  useEffect(() => {
    if (!name) return;
    const { current } = buttons;
    current[name] = () => pressed();
    return () => {
      delete current[name];
    };
  }, [buttons, name]);
}
