import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../../server/config/log.ts';
import type { Db } from '../../../server/database/db.ts';
import { unavailable } from '../../../server/http/errors.ts';
import { createGate } from '../../../server/http/gate.ts';
import type { FileStore } from '../../../server/store/file-store.ts';
import { type ImageVariant, jpegWidths, widthsOfWebp } from '../rules.ts';
import { addVariant, listRepairFacts, type RepairFacts } from './queries.ts';
import type { Target } from './signed-address.ts';
import { makeStagingFolder } from './store/files.ts';
import { copyStored, imageKey } from './store/picture-keys.ts';
import type { WorkerPool } from './workers/worker-pool.ts';

/** Makes the JPEG files of pictures, for programs that show no WebP. */
export interface Jpegs {
  /**
   * Makes a file and keeps it as one of its picture's; false where the picture has no such file. Callers that ask for one
   * file at once wait for one making. Rejects with 503 where others are being made already.
   */
  make(target: Target): Promise<boolean>;
  /**
   * Of each of these pictures the widest JPEG that is at most `atMost` wide, else its narrowest. A missing one is made,
   * one after the other. A picture that cannot be made is absent.
   */
  listMade(imageIds: readonly string[], atMost: number): Promise<Map<string, ImageVariant>>;
}

/** A list shows its covers at once, and no program asks again for one that was refused: so they wait (spec: media.md#jpeg). */
const making = { running: 2, waiting: 100, waitMs: 60_000 };

interface JpegsDeps {
  db: Db;
  media: { store: FileStore; staging: string; promptWorkers: WorkerPool };
  log: Log;
}

export function createJpegs({ db, media, log }: JpegsDeps): Jpegs {
  const underWay = new Map<string, Promise<ImageVariant | null>>();
  const gate = createGate(making, unavailable);

  function make(image: RepairFacts, given: { width: number; waits: boolean }): Promise<ImageVariant | null> {
    const key = `${image.id}/${given.width}`;
    const known = underWay.get(key);
    if (known) return known;
    const made = makeInTurn(image, given).finally(() => underWay.delete(key));
    underWay.set(key, made);
    return made;
  }

  async function makeInTurn(
    image: RepairFacts,
    { width, waits }: { width: number; waits: boolean },
  ): Promise<ImageVariant | null> {
    if (!waits && gate.use().running >= making.running) throw unavailable();
    return gate.run(() => encode(image, width));
  }

  async function encode({ id, variants }: RepairFacts, width: number): Promise<ImageVariant | null> {
    const staging = await makeStagingFolder(media.staging);
    try {
      const source = join(staging, 'source');
      const from = widthsOfWebp(variants).find((each) => each >= width);
      await copyStored(media.store, imageKey(id, `w${from}.webp`), source);
      const outcome = await media.promptWorkers.run({ task: 'jpeg', source, outDir: staging, width });
      if (outcome.state === 'refused') log.warn({ imageId: id, cause: outcome.cause }, 'jpeg not made');
      const [made] = outcome.state === 'done' ? outcome.result : [];
      if (!made) return null;
      await media.store.put([{ key: imageKey(id, made.name), path: join(staging, made.name) }]);
      await addVariant(db, { id, variant: made });
      return made;
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  }

  return {
    async make({ imageId, variant }) {
      const [image] = await listRepairFacts(db, [imageId]);
      const width = image && jpegWidths(image).find((each) => jpegName(each) === variant);
      if (!image || width === undefined) return false;
      return (await make(image, { width, waits: image.kind !== 'page' })) !== null;
    },
    async listMade(imageIds, atMost) {
      const made = new Map<string, ImageVariant>();
      for (const image of await listRepairFacts(db, imageIds)) {
        const widths = jpegWidths(image);
        const width = widths.findLast((each) => each <= atMost) ?? widths[0];
        if (width === undefined) continue;
        const known = image.variants.find(({ name }) => name === jpegName(width));
        const variant = known ?? (await make(image, { width, waits: true }));
        if (variant) made.set(image.id, variant);
      }
      return made;
    },
  };
}

function jpegName(width: number): string {
  return `w${width}.jpg`;
}
