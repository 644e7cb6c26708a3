import type { PagePart } from '../../../../web/part.ts';
import { readKept } from '../../../../web/session.ts';
import { createStore } from '../../../../web/store.ts';

type Memory = typeof import('./place-keeper.ts');

const memory = createStore<Memory | null>(null);

/** The code that remembers places. A reader who has not read anything in this browser opens chapters without it. */
export const placeMemory: PagePart = {
  source: 'src/features/reading/web/place/place-keeper.ts',
  async load() {
    if (!memory.get()) memory.set(await import('./place-keeper.ts'));
  },
};

/** Whether this browser remembers any place. */
export const remembersPlaces = (): boolean => readKept('READING_PLACES') !== null;

/** Does something with the memory: at once where it is at hand, else when it has come. */
export function withMemory(act: (memory: Memory) => void): void {
  const actNow = () => {
    const known = memory.get();
    if (known) act(known);
  };
  if (memory.get()) actNow();
  // If the code does not load, the place is noted at a later move, once there is a connection.
  else placeMemory.load().then(actNow, () => undefined);
}
