import { useEffect, useSyncExternalStore } from 'react';
import { createFullscreen, type FullscreenDocument } from './fullscreen.ts';

/** The mode outlives the chapter: turning to the next one leaves it as it is. */
let fullscreen: ReturnType<typeof createFullscreen> | null = null;
let openReaders = 0;

function ofThisDocument() {
  fullscreen ??= createFullscreen(document satisfies FullscreenDocument);
  return fullscreen;
}

export function useFullscreen(): boolean {
  useEffect(() => {
    openReaders += 1;
    return () => {
      openReaders -= 1;
      // The next chapter's reader, if there is one, is there before this runs.
      setTimeout(() => openReaders === 0 && leaveFullscreen());
    };
  }, []);
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
