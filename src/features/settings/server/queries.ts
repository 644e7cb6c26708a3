import type { Db } from '../../../server/database/db.ts';

/** The stored values of the site's settings, by their keys. */
export async function selectSettings(db: Db): Promise<Record<string, unknown>> {
  const { rows } = await db.query<{ key: string; value: unknown }>({
    name: 'settings-all',
    text: 'select key, value from site_settings',
  });
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

/** Keeps others from changing the settings until the transaction ends; all may read them. */
export async function lockSettings(tx: Db): Promise<void> {
  await tx.query('lock table site_settings in share row exclusive mode');
}

/** Stores the values of settings; null takes a stored one away. */
export async function updateSettings(tx: Db, values: Readonly<Record<string, unknown>>): Promise<void> {
  const given = Object.entries(values);
  const gone = given.flatMap(([key, value]) => (value === null ? [key] : []));
  const kept = Object.fromEntries(given.filter(([, value]) => value !== null));
  await tx.query('delete from site_settings where key = any($1)', [gone]);
  await tx.query(
    `insert into site_settings (key, value) select key, value from jsonb_each($1::jsonb)
     on conflict (key) do update set value = excluded.value`,
    [JSON.stringify(kept)],
  );
}
