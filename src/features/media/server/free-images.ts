import type { DbPool } from '../../../server/database/db.ts';
import { deleteNote, writeNote } from '../../../server/database/server-notes.ts';
import type { Platform } from '../../../server/http/platform.ts';
import type { Job } from '../../../server/jobs/jobs.ts';
import type { Media } from './media.ts';
import { describeOwner, findOwner, namesMost, noteOwner, type OwnerNote, takeNextTurn } from './store-owner.ts';
import { freeStrayFiles, freeUnusedRows, type UsedOf } from './unused.ts';

const everyMs = 10 * 60 * 1000;
const dayMs = 24 * 60 * 60 * 1000;
/** On a large site one run checks only a part, and the next run continues there. */
const mostSteps = 200;
const shelves = 256;
const shelvesAtOnce = 8;

/**
 * A store of ours, with its mark; or the reason why nothing in it may be freed, for an operator to look at; or a new
 * store.
 */
type Verdict = { mark: OwnerNote } | { held: string } | 'new';

/**
 * Removes replaced pictures, and files left by interrupted imports, after a day. Where the store may belong to another
 * database as well it removes nothing, and leaves a note for an alert (spec: media.md#freeing-pictures).
 */
export function freeImagesJob(deps: Platform & { media: Media; listUsedImages: UsedOf }): Job {
  const { media, clock, log, listUsedImages: usedOf } = deps;
  const { store, stores, staging } = media;
  let after: string | null = null;
  let shelf = 0;

  async function judge(db: DbPool): Promise<Verdict> {
    let own: OwnerNote | null = null;
    for (const each of stores) {
      const owner = await findOwner(db, each);
      if (owner.kind === 'ours') {
        await takeNextTurn(db, { store: each, staging, mark: owner.mark });
        if (each === stores[0]) own = owner.mark;
      } else if (owner.kind !== 'free') return { held: describeOwner(each, owner) };
    }
    if (!own) {
      await noteOwner(db, { store: stores[0] ?? store, staging, now: clock(), isAdopted: false });
      return 'new';
    }
    if (clock().getTime() - own.since.getTime() < dayMs) return 'new';
    const unseen = own.isAdopted ? own.since : new Date(0);
    if (await namesMost(db, store, unseen)) return { mark: own };
    return { held: describeOwner(store, { kind: 'strange' }) };
  }

  async function freeRows(db: DbPool, signal: AbortSignal): Promise<number> {
    let freed = 0;
    for (let step = 0; step < mostSteps && !signal.aborted; step += 1) {
      const done = await freeUnusedRows(db, { store, usedOf, after });
      if (!done) break;
      freed += done.freed;
      after = done.after;
      if (after === null) break;
    }
    return freed;
  }

  /** Returns why the run was held; null: it went well. */
  async function freeStrays(db: DbPool, mark: OwnerNote, signal: AbortSignal): Promise<string | null> {
    const seenUntil = mark.isAdopted ? mark.since : new Date(0);
    for (let step = 0; step < shelvesAtOnce && !signal.aborted; step += 1) {
      const done = await freeStrayFiles(db, { store, shelf, now: clock(), seenUntil });
      if (!done) return null;
      if (done.tooMany > 0)
        return `${store.nameOf('')} has so many files on one shelf that this database does not name: ${done.tooMany}`;
      shelf = (shelf + 1) % shelves;
    }
    return null;
  }

  async function free(db: DbPool, signal: AbortSignal): Promise<string | null> {
    const verdict = await judge(db);
    if (verdict === 'new') return null;
    if ('held' in verdict) return verdict.held;
    const freed = await freeRows(db, signal);
    if (freed > 0) log.info({ freed }, 'images freed');
    await store.endOldUploads?.(new Date(clock().getTime() - dayMs));
    return await freeStrays(db, verdict.mark, signal);
  }

  return {
    name: 'free images',
    everyMs,
    removes: true,
    async run(db, signal) {
      const held = await free(db, signal);
      if (held === null) return await deleteNote(db, 'pictures kept');
      log.error({ event: 'pictures kept', reason: held }, 'no pictures are freed: docs/runbooks/alert-pictureskept.md');
      await writeNote(db, 'pictures kept');
    },
  };
}
