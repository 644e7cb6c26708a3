import type { Db } from '../../../server/database/db.ts';

export interface RedirectList {
  text: string;
  hosts: string[];
  count: number;
  version: string | null;
}

/** The list, unless it is the one of that version; null: it is, or there is none. */
export async function findNewerList(db: Db, known: string | null): Promise<RedirectList | null> {
  const { rows } = await db.query<RedirectList>(
    {
      name: 'moving-newer-redirects',
      text: 'select text, hosts, count, version from redirect_lists where version is distinct from $1',
    },
    [known],
  );
  return rows[0] ?? null;
}

/** The list; until the transaction ends nobody else changes it. */
export async function lockList(tx: Db): Promise<RedirectList | null> {
  await tx.query('lock table redirect_lists in share row exclusive mode');
  return findNewerList(tx, null);
}

export async function upsertList(tx: Db, list: Omit<RedirectList, 'version'>): Promise<void> {
  await tx.query(
    `insert into redirect_lists (text, hosts, count) values ($1, $2, $3)
     on conflict (is_only) do update set text = excluded.text, hosts = excluded.hosts, count = excluded.count,
       version = excluded.version`,
    [list.text, list.hosts, list.count],
  );
}
