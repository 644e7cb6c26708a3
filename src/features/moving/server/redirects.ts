import { setImmediate } from 'node:timers/promises';
import { type DbPool, isDatabaseUnavailable } from '../../../server/database/db.ts';
import { paths } from '../../../shared/paths.ts';
import { findChapterPath } from '../../catalog/server/catalog.ts';
import { locationOf, readRedirects } from '../redirect-rules.ts';
import { createRedirectTable, type RedirectTable, type Target } from '../redirect-table.ts';
import { findNewerList } from './redirect-queries.ts';

/** Where an old address leads; `gone`: nowhere any more. */
export type Redirected = { kind: 'leads'; to: string; status: 301 | 302 | 307 | 308 } | { kind: 'gone' };

/** The redirects of the site as this process knows them. */
export interface Redirects {
  /** Where the list leads a path that is none of the site's own; null: it says nothing of it. */
  find(path: string, search: string): Promise<Redirected | null>;
  /** The list was changed by this process: it is asked for again. */
  noteChange(): void;
}

/** A change must be seen within 5 s. */
const knownForMs = 1000;

export function createRedirects(given: { db: DbPool; ownHost: string; now: () => number }): Redirects {
  const { db, ownHost, now } = given;
  let table: RedirectTable = createRedirectTable([]);
  let version: string | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;

  async function ask(): Promise<void> {
    const began = now();
    try {
      const newer = await findNewerList(db, version);
      if (newer) {
        const { rules } = await readRedirects(newer.text, { hosts: newer.hosts, ownHost }, setImmediate);
        table = createRedirectTable(rules);
        version = newer.version;
      }
      askedAt = began;
    } catch (error) {
      // What is known stays: an old address must not wait for a database that is away.
      if (!isDatabaseUnavailable(error)) throw error;
    }
  }

  async function ready(): Promise<void> {
    if (Math.abs(now() - askedAt) < knownForMs) return;
    asking ??= ask().finally(() => {
      asking = null;
    });
    await asking;
  }

  async function pathOf(target: Exclude<Target, { kind: 'address' }>): Promise<string | null> {
    if (target.kind === 'gone') return null;
    return target.kind === 'book' ? paths.book(target.id) : findChapterPath(db, target.id);
  }

  return {
    async find(path, search) {
      await ready();
      const fit = table.find(path, new URLSearchParams(search));
      if (!fit) return null;
      const { target, status } = fit.rule;
      if (status === 410) return { kind: 'gone' };
      const to = target.kind === 'address' ? locationOf(fit, search) : await pathOf(target);
      return to === null ? null : { kind: 'leads', to, status };
    },
    noteChange() {
      askedAt = Number.NEGATIVE_INFINITY;
    },
  };
}
