import { keepLast, useStore } from '../../../../web/store.ts';
import { createFullscreen, type FullscreenDocument } from './fullscreen.ts';

/** The mode outlives the chapter: turning to the next one leaves it as it is. The page ends it with its last reader. */
const ofThisDocument = keepLast(() => createFullscreen(document satisfies FullscreenDocument));

export function useFullscreen(): boolean {
  return useStore({ get: isOn, subscribe }, false);
}

const subscribe = (listener: () => void) => ofThisDocument().subscribe(listener);
const isOn = () => ofThisDocument().isOn();

export function toggleFullscreen(): void {
  ofThisDocument().toggle();
}

export function leaveFullscreen(): void {
  ofThisDocument().leave();
}
