import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { BackupError } from '../archive.ts';
import type { ObjectStore } from './objects.ts';

/** Any number of backups may write at once; a prune is alone. */
type Kind = 'backup' | 'prune';

export interface RepositoryLock {
  /** When it was taken, by the clock of the place. */
  takenAt: Date;
  /** Rejects where others may have taken this process for dead, so that what it wrote may be gone. */
  requireHeld(): Promise<void>;
  release(): Promise<void>;
}

const beatMs = 10_000;
/** A lock that was not renewed for so long belongs to a dead process. */
const deadAfterMs = 45_000;
const longestWaitMs = 90_000;
const lookMs = 500;

/** Takes a place among those who work on a repository: backups wait for a prune, a prune rejects beside a backup. */
export async function takeRepositoryLock(store: ObjectStore, kind: Kind): Promise<RepositoryLock> {
  const key = `locks/${kind}-${randomBytes(8).toString('hex')}.json`;
  const note = Buffer.from(`${JSON.stringify({ kind, pid: process.pid, host: hostname() })}\n`);
  let renewing: Promise<void> = Promise.resolve();
  let renewedAt = performance.now();
  let isLost = false;
  async function put(): Promise<void> {
    const began = performance.now();
    await store.put([note], () => key);
    // It may have been under way for long: others saw the mark of before until now.
    isLost ||= performance.now() - renewedAt > deadAfterMs;
    renewedAt = began;
  }
  const renew = () => {
    renewing = put();
    return renewing;
  };
  const release = async () => {
    clearInterval(timer);
    await renewing.catch(() => {});
    await store.delete([key]);
  };
  await renew();
  const timer = setInterval(() => void renew().catch(() => {}), beatMs).unref();
  let takenAt: Date;
  try {
    takenAt = await waitForPlace({ store, key, kind, renew });
  } catch (error) {
    await release();
    throw error;
  }
  return {
    takenAt,
    release,
    async requireHeld() {
      await renew();
      if (isLost)
        throw new BackupError(`${store.nameOf('')} was out of reach for too long; nothing was added. Begin again.`);
    },
  };
}

/** Returns the time of the place at which nobody was in the way. */
async function waitForPlace(given: {
  store: ObjectStore;
  key: string;
  kind: Kind;
  renew(): Promise<unknown>;
}): Promise<Date> {
  const { store, key, kind, renew } = given;
  for (let waited = 0; ; waited += lookMs) {
    const seen = await listOthers(store, key);
    const isPrune = (other: string) => other.startsWith('locks/prune-');
    const blocking = seen?.others.filter((other) => kind === 'prune' || isPrune(other)) ?? [];
    if (seen && blocking.length === 0) return seen.now;
    if (seen ? kind === 'prune' || waited >= longestWaitMs : waited >= longestWaitMs)
      throw new BackupError(
        seen
          ? `${store.nameOf('')} is in use: ${blocking.some(isPrune) ? 'snapshots are being removed' : 'a backup is being made'}. Try again when that has ended.`
          : `${store.nameOf('')} does not list what was written to it.`,
      );
    await pause(lookMs);
    await renew();
  }
}

/**
 * The living locks of others, by the clock of the place itself; dead ones are removed. Null: the place does not show our
 * own lock yet, so it may keep those of others back as well.
 */
async function listOthers(store: ObjectStore, key: string): Promise<{ others: string[]; now: Date } | null> {
  const locks = [];
  for await (const lock of store.list('locks/')) locks.push(lock);
  const now = locks.find((lock) => lock.key === key)?.changedAt;
  if (!now) return null;
  const others = locks.filter((lock) => lock.key !== key);
  const isDead = (lock: { changedAt: Date }) => now.getTime() - lock.changedAt.getTime() > deadAfterMs;
  await store.delete(others.filter(isDead).map((lock) => lock.key));
  return { others: others.filter((lock) => !isDead(lock)).map((lock) => lock.key), now };
}
