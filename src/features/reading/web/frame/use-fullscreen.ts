import { useEffect } from 'react';
import { keepLast, useStore } from '../../../../web/store.ts';
import { createFullscreen, type FullscreenDocument } from './fullscreen.ts';

/** The mode outlives the chapter: turning to the next one leaves it as it is. */
const ofThisDocument = keepLast(() => createFullscreen(document satisfies FullscreenDocument));
/** Readers that are there: for a moment two, the one that is left and the next. */
let openReaders = 0;

export function useFullscreen(): boolean {
  useEffect(() => {
    openReaders += 1;
    return () => {
      openReaders -= 1;
      // The next chapter's reader, if there is one, is there before this runs.
      setTimeout(() => openReaders === 0 && leaveFullscreen());
    };
  }, []);
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
