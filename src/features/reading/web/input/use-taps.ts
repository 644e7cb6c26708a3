import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { isPinched } from '../../../../web/pinch.ts';
import { isDoubleTap, type TapPoint, type TimedTap } from './tap-zones.ts';

const controls = 'a, button, input, select, textarea, label, dialog, summary';

/** The elements that answer to taps by themselves. */
export const isOnControl = ({ target }: Event) => target instanceof Element && target.closest(controls) !== null;

/**
 * Listens for taps and clicks on the stage, but not on a control of it; the second of two close ones is double.
 */
export function useTaps(
  stage: RefObject<HTMLElement | null>,
  /** The events that came before this hook listened. */
  early: readonly Event[],
  onTap: (point: TapPoint, options: { isDouble: boolean }) => void,
): void {
  const last = useRef<TimedTap | null>(null);
  const tapped = useEffectEvent((event: MouseEvent) => {
    if (event.defaultPrevented || isOnControl(event)) return;
    // During a pinch zoom the zones are not where they seem to be, and a finger only moves the picture.
    if (isPinched()) return;
    const { clientX: x, clientY: y, timeStamp: at } = event;
    const isDouble = isDoubleTap(last.current, { x, y, at });
    last.current = isDouble ? null : { x, y, at };
    if (!isDouble && getSelection()?.isCollapsed === false) return; // the end of marking words
    onTap({ x, y, width: innerWidth, height: innerHeight }, { isDouble });
  });

  useEffect(() => {
    const element = stage.current;
    const listen = (event: MouseEvent) => tapped(event);
    for (const event of early) {
      // The target of a click is an element.
      if (event instanceof MouseEvent && element?.contains(event.target as Node)) listen(event);
    }
    element?.addEventListener('click', listen);
    return () => element?.removeEventListener('click', listen);
  }, [stage, early]);
}
