import { setTimeout as pause } from 'node:timers/promises';
import { type AppError, notFound, unavailable } from '../../../server/http/errors.ts';
import type { FileStore } from '../../../server/store/file-store.ts';
import { isJpegName } from '../rules.ts';
import type { HotFile, HotFiles, IncomingFile } from './hot-files.ts';
import type { Jpegs } from './jpegs.ts';
import type { Target } from './signed-address.ts';
import { imageKey } from './store/picture-keys.ts';

/**
 * After this time a file that has begun to come is sent piece by piece, and one of which nothing has come is refused.
 */
const patienceMs = 3000;
const tries = 3;
const askAgainMs = 250;

/** Reads files of images for requests. */
export interface ImageReader {
  /**
   * The file, whole, or still coming in where that takes over three seconds. Throws 503 where the store does not give
   * it by then, and 404 where it has none.
   */
  read(target: Target): Promise<HotFile | IncomingFile>;
}

export function createImageReader(deps: {
  store: FileStore;
  files: HotFiles;
  missing: { isNamed(target: Target): Promise<boolean>; note(target: Target): void };
  /** Makes a JPEG that is not there yet. */
  jpegs: Pick<Jpegs, 'make'>;
}): ImageReader {
  const { store, files, missing, jpegs } = deps;

  /** Null: the store has no such file. */
  async function find({ imageId, variant }: Target, until: number): Promise<HotFile | IncomingFile | null> {
    const key = `${imageId}/${variant}`;
    const hot = files.peek(key);
    if (hot) return hot;
    for (let tried = 1; ; tried += 1) {
      const read = await orUnavailable(
        inTime(
          files.read(key, () => store.get(imageKey(imageId, variant))),
          until,
        ),
      );
      if (read === 'late') throw unavailable();
      if (read === null) return null;
      const whole = await inTime(read.whole, until).catch(() => 'cut' as const);
      if (whole === 'late') return read;
      if (whole !== 'cut') return whole;
      if (tried >= tries || performance.now() >= until) throw unavailable();
    }
  }

  async function readMade(target: Target): Promise<HotFile | IncomingFile> {
    const made = (await jpegs.make(target)) && (await find(target, performance.now() + patienceMs));
    if (!made) throw imageNotFound();
    return made;
  }

  return {
    async read(target) {
      const until = performance.now() + patienceMs;
      const found = await find(target, until);
      if (found) return found;
      if (isJpegName(target.variant)) return readMade(target);
      if (!(await missing.isNamed(target))) throw imageNotFound();
      // A store of objects may show a new one late.
      for (
        const shownBy = Math.min(until, performance.now() + store.settlesMs);
        performance.now() + askAgainMs < shownBy;
      ) {
        await pause(askAgainMs);
        const late = await find(target, until);
        if (late) return late;
      }
      missing.note(target);
      throw imageNotFound();
    },
  };
}

export function imageNotFound(): AppError {
  return notFound('image_not_found', 'There is no such image');
}

async function orUnavailable<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw Object.assign(unavailable('The store of images does not answer, please try again shortly'), { cause: error });
  }
}

/** `late`: it is not there by that time. */
async function inTime<T>(coming: Promise<T>, until: number): Promise<T | 'late'> {
  const giveUp = new AbortController();
  const wait = pause(Math.max(0, until - performance.now()), 'late' as const, { signal: giveUp.signal });
  wait.catch(() => {});
  try {
    return await Promise.race([coming, wait]);
  } finally {
    giveUp.abort();
  }
}
