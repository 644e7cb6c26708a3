import type { PagePart } from '../../../web/part.ts';
import { readKept } from '../../../web/session.ts';

type Memory = typeof import('../../library/web/places.ts');

let memory: Memory | null = null;

/** The code that remembers where a reader is. Who has read nothing here yet opens a chapter without it. */
export const placeMemory: PagePart = {
  source: 'src/features/library/web/places.ts',
  async load() {
    memory ??= await import('../../library/web/places.ts');
  },
};

/** Whether this browser remembers any place. */
export const remembersPlaces = (): boolean => readKept('READING_PLACES') !== null;

export const memoryAtHand = (): Memory | null => memory;

/** Does something with the memory: at once where it is at hand, else when it has come. */
export function withMemory(act: (memory: Memory) => void): void {
  if (memory) act(memory);
  // Without a connection the place is noted when its reader moves on with one.
  else
    placeMemory.load().then(
      () => memory && act(memory),
      () => undefined,
    );
}
