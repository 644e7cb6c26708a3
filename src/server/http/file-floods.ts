import { createLru } from '../process/lru.ts';
import { networkOf } from './address.ts';

/** Somebody whose other requests have used up the limit still gets a page's files, of which a few may be missing. */
const mostUnserved = 60;
const mostAddresses = 10_000;

/**
 * Knows who goes on asking for files that they do not get, above their limit: each such request asks the database before
 * it is counted, since a file that is served is not.
 */
export interface FileFloods {
  /** Notes a request for a file that was refused above the limit, which ends in so many seconds. */
  note(address: string, waitSeconds: number): void;
  /** The seconds for which an address gets no file; 0: it may ask. */
  waitOf(address: string): number;
}

/** `now` in milliseconds, of a clock that does not jump. */
export function createFileFloods(now: () => number = () => performance.now()): FileFloods {
  const floods = createLru<{ count: number; endsAt: number }>({ limit: mostAddresses });

  function find(network: string): { count: number; endsAt: number } | undefined {
    const flood = floods.get(network);
    if (flood && now() >= flood.endsAt) floods.delete(network);
    return floods.get(network);
  }

  return {
    note(address, waitSeconds) {
      const network = networkOf(address);
      const flood = find(network);
      if (flood) {
        flood.count += 1;
        return;
      }
      floods.set(network, { count: 1, endsAt: now() + waitSeconds * 1000 });
    },
    waitOf(address) {
      if (floods.size === 0) return 0;
      const flood = find(networkOf(address));
      if (!flood || flood.count < mostUnserved) return 0;
      return Math.ceil((flood.endsAt - now()) / 1000);
    },
  };
}
