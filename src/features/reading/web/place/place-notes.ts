import { waitBeforeNote } from './reading-place.ts';

interface Means {
  /** Writes the place as it is now; false where there is none yet. */
  write: () => boolean;
  now: () => number;
}

export interface PlaceNotes {
  /** Says that the place has changed, or will soon be known. */
  touch(): void;
  /** Writes at once what is not written yet, e.g. when the page is left. */
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
