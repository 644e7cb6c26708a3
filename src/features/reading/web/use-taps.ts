import { type RefObject, useEffect, useEffectEvent } from 'react';
import { type TapZone, zoneOfTap } from './places.ts';

const controls = 'a, button, input, select, textarea, label, dialog, summary';

/** Hears taps and clicks on the stage that are not meant for something on it. */
export function useTaps(stage: RefObject<HTMLElement | null>, onTap: (zone: TapZone) => void): void {
  const tapped = useEffectEvent((event: MouseEvent) => {
    if (event.defaultPrevented || (event.target instanceof Element && event.target.closest(controls))) return;
    if (getSelection()?.isCollapsed === false) return; // the end of marking words
    onTap(zoneOfTap({ x: event.clientX, width: innerWidth }));
  });

  useEffect(() => {
    const element = stage.current;
    const listen = (event: MouseEvent) => tapped(event);
    element?.addEventListener('click', listen);
    return () => element?.removeEventListener('click', listen);
  }, [stage]);
}
