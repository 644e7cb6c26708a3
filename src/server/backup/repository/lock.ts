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
  /** Rejects where other processes may have taken this one for dead, and removed what it wrote. */
  requireHeld(): Promise<void>;
  release(): Promise<void>;
}

const beatMs = 10_000;
/** A lock that was not renewed for so long belongs to a dead process. */
const deadAfterMs = 45_000;
const longestWaitMs = 90_000;
const lookMs = 500;

/** Registers a process that works on a repository. Backups wait for a prune; a prune is rejected beside a backup. */
export async function takeRepositoryLock(store: ObjectStore, kind: Kind): Promise<RepositoryLock> {
  const key = `locks/${kind}-${randomBytes(8).toString('hex')}.json`;
  const note = Buffer.from(`${JSON.stringify({ kind, pid: process.pid, host: hostname() })}\n`);
  let renewing: Promise<void> = Promise.resolve();
  let renewedAt = performance.now();
  let isLost = false;
  async function put(): Promise<void> {
    const began = performance.now();
    await store.put([note], () => key);
    // The write may have taken long; until it ended others saw only the old mark.
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

/** Waits until nobody is in the way; returns that moment by the clock of the place. */
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
    if ((seen && kind === 'prune') || waited >= longestWaitMs)
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
 * The locks of other processes that are alive, by the clock of the place; dead ones are removed. Null: the place does
 * not list our own lock yet, so it may not list those of others either.
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
