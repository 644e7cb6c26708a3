import { createLru } from '../process/lru.ts';
import { networkOf } from './address.ts';

/**
 * So many missing files are allowed above the limit: whoever has used it up still gets a page's files, some of which
 * may be missing.
 */
const mostUnserved = 60;
const mostAddresses = 10_000;

/**
 * Knows who keeps asking for missing files above their limit. Each such request costs a query before it is counted,
 * because requests for files that exist are not counted.
 */
export interface FileFloods {
  /** Notes a request for a missing file above the limit, which lasts for so many seconds more. */
  note(address: string, waitSeconds: number): void;
  /** For how many seconds an address gets no file; 0: it may ask. */
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
