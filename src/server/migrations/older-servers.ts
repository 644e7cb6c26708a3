import type { Db } from '../database/db.ts';
import { describeServers, listOlderServers } from '../lease/lease.ts';

type NamedSql = { name: string; sql: string };

/** A migration's number, which stands first in its name. */
export function numberOf(name: string): number {
  return Number(name.slice(0, 4));
}

/**
 * The sentence that refuses these migrations because a server is connected that cannot live with them; null: there is
 * none. Servers that are just ending get a moment.
 */
export async function findOlderServers(db: Db, pending: readonly NamedSql[]): Promise<string | null> {
  const marked = pending.map((migration) => ({ name: migration.name, oldest: oldestServerOf(migration) }));
  const strictest = marked.toSorted((one, other) => other.oldest - one.oldest)[0];
  if (!strictest || strictest.oldest === 0) return null;
  const older = await listOlderServers(db, strictest.oldest);
  if (older.length === 0) return null;
  const wanted = String(strictest.oldest).padStart(4, '0');
  return `Servers that were built for a schema before ${wanted} cannot live with migration ${strictest.name}, and are connected to this database: ${describeServers(older)}. Nothing was changed. Stop them, then run this again.`;
}

/** The oldest schema whose servers can live with the migration; 0: any can. */
function oldestServerOf({ name, sql }: NamedSql): number {
  const head = /^(?:--.*(?:\r?\n|$))*/.exec(sql)?.[0] ?? '';
  const mark = /^-- *breaks\b.*/im.exec(head)?.[0].trimEnd();
  if (mark === undefined) return 0;
  const oldest = /^-- breaks: servers before (\d{4})$/.exec(mark)?.[1];
  if (oldest === undefined || Number(oldest) > numberOf(name))
    throw new Error(
      `${name} is marked "${mark}": write "-- breaks: servers before ${name.slice(0, 4)}", or a lower number`,
    );
  return Number(oldest);
}
