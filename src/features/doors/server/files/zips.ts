import { unavailable } from '../../../../server/http/errors.ts';
import { createGate } from '../../../../server/http/gate.ts';
import { createLru } from '../../../../server/process/lru.ts';
import type { FoundFile } from './found-file.ts';
import { planZip, type StoredZip } from './stored-zip.ts';

/** Looking through a long novel takes a second, and readers come first. */
const planning = { running: 2, waiting: 50, waitMs: 20_000 };
/** The layouts that are kept, by the number of their members. */
const mostMembers = 200_000;

export interface Zips {
  /** The layout of a file; callers who ask for one file at once wait for one look. Rejects with 503 while there is too much to do. */
  planOf(file: FoundFile): Promise<StoredZip>;
  /** Drops a layout that its parts no longer fit. */
  forget(file: FoundFile): void;
}

export function createZips(): Zips {
  const kept = createLru<StoredZip>({ limit: mostMembers, sizeOf: ({ names }) => names.length });
  const underWay = new Map<string, Promise<StoredZip>>();
  const gate = createGate(planning, () => unavailable('Too many files are being made, please try again shortly'));

  async function plan(file: FoundFile): Promise<StoredZip> {
    const planned = await gate.run(() => planZip(file.parts()));
    kept.set(file.key, planned);
    return planned;
  }

  return {
    async planOf(file) {
      const known = kept.get(file.key);
      if (known) return known;
      const running = underWay.get(file.key) ?? plan(file).finally(() => underWay.delete(file.key));
      underWay.set(file.key, running);
      return running;
    },
    forget: ({ key }) => void kept.delete(key),
  };
}
