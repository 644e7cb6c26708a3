import { type RefObject, useEffect } from 'react';
import type { Turn } from '../../chapter/content-handle.ts';
import { useReader } from '../../chapter/reader.ts';

/** Keys that would scroll turn pages where a text has them. Space and the other arrows are handled by the frame. */
const turns: Record<string, Turn> = { PageDown: 'next', ArrowDown: 'next', PageUp: 'previous', ArrowUp: 'previous' };
/** One push of a wheel sends many events. */
const wheelPauseMs = 350;
const wheelPx = 12;

/** The keys that scroll a page turn the pages of a text that is set in pages. */
export function usePageKeys(content: RefObject<HTMLElement | null>): void {
  const { handle } = useReader();
  useEffect(() => {
    let lastWheel = 0;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || isElsewhere(event.target)) return;
      const turn = turns[event.key];
      if (!turn) return;
      event.preventDefault();
      handle.current?.move(turn);
    };
    const roll = (event: WheelEvent) => {
      const isOnText = event.target instanceof Node && content.current?.contains(event.target);
      if (!isOnText || event.ctrlKey || scrollY > 0) return;
      const way = Math.abs(event.deltaY) > Math.abs(event.deltaX) ? event.deltaY : 0;
      if (Math.abs(way) < wheelPx) return;
      event.preventDefault();
      if (event.timeStamp - lastWheel < wheelPauseMs) return;
      lastWheel = event.timeStamp;
      handle.current?.move(way > 0 ? 'next' : 'previous');
    };
    addEventListener('keydown', press);
    addEventListener('wheel', roll, { passive: false });
    return () => {
      removeEventListener('keydown', press);
      removeEventListener('wheel', roll);
    };
  }, [content, handle]);
}

/** Whether a key has its own meaning there: in a field, on a button, in an open dialog. */
function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true;
  return target instanceof Element && target.closest('input, select, textarea, button, a, [contenteditable]') !== null;
}
