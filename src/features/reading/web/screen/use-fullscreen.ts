import { useSyncExternalStore } from 'react';
import { createFullscreen, type FullscreenDocument } from './fullscreen.ts';

/**
 * The mode outlives the chapter: turning to the next one leaves it as it is. The page ends it with its last reader.
 */
let fullscreen: ReturnType<typeof createFullscreen> | null = null;

function ofThisDocument() {
  fullscreen ??= createFullscreen(document satisfies FullscreenDocument);
  return fullscreen;
}

export function useFullscreen(): boolean {
  return useSyncExternalStore(subscribe, isOn, () => false);
}

const subscribe = (listener: () => void) => ofThisDocument().subscribe(listener);
const isOn = () => ofThisDocument().isOn();

export function toggleFullscreen(): void {
  ofThisDocument().toggle();
}

export function leaveFullscreen(): void {
  ofThisDocument().leave();
}
