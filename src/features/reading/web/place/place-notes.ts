import { waitBeforeNote } from './reading-place.ts';

interface Means {
  /** Writes the place as it is now; false when there is none to be written. */
  write: () => boolean;
  now: () => number;
}

export interface PlaceNotes {
  /** The place has changed, or is about to be known. */
  touch(): void;
  /** Writes at once what is still unwritten, as when the page is being left. */
  flush(): void;
}

/** Writes a place that keeps changing: soon, but not often. */
export function createPlaceNotes({ write, now }: Means): PlaceNotes {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let notedAt: number | null = null;

  function flush(): void {
    if (timer === null) return;
    clearTimeout(timer);
    timer = null;
    if (write()) notedAt = now();
  }

  return {
    flush,
    touch() {
      timer ??= setTimeout(flush, waitBeforeNote({ now: now(), notedAt }));
    },
  };
}
