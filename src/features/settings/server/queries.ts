import type { Db } from '../../../server/database/db.ts';
import type { SettingKey } from '../../../shared/site-settings.ts';

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
export async function storeSettings(tx: Db, values: Partial<Record<SettingKey, unknown>>): Promise<void> {
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

/** Keeps the files of a picture; those that no page can name any more go. */
export async function insertPictureFiles(
  tx: Db,
  { key, files }: { key: string; files: readonly { name: string; type: string; base64: string }[] },
): Promise<void> {
  await tx.query(
    `delete from site_picture_files where used_at < now() - interval '1 day' and not exists (
       select from site_settings s, jsonb_each(s.value) p where s.key = 'pictures' and p.value ->> 'key' = site_picture_files.key)`,
  );
  await tx.query(
    `insert into site_picture_files (key, name, type, bytes)
     select $1, f.name, f.type, decode(f.base64, 'base64')
     from jsonb_to_recordset($2::jsonb) as f(name text, type text, base64 text)
     on conflict (key, name) do update set used_at = now()`,
    [key, JSON.stringify(files)],
  );
}

/** A file of a picture, also of one that was replaced a short time ago. */
export async function selectPictureFile(
  db: Db,
  { key, file }: { key: string; file: string },
): Promise<{ type: string; bytes: Buffer } | null> {
  const { rows } = await db.query<{ type: string; bytes: Buffer }>(
    'select type, bytes from site_picture_files where key = $1 and name = $2',
    [key, file],
  );
  return rows[0] ?? null;
}

export async function selectProofs(db: Db): Promise<{ name: string; text: string }[]> {
  const { rows } = await db.query<{ name: string; text: string }>('select name, text from proof_files order by name');
  return rows;
}

export async function selectProofText(db: Db, name: string): Promise<string | null> {
  const { rows } = await db.query<{ text: string }>('select text from proof_files where name = $1', [name]);
  return rows[0]?.text ?? null;
}

export async function upsertProof(tx: Db, { name, text }: { name: string; text: string }): Promise<void> {
  await tx.query(
    'insert into proof_files (name, text) values ($1, $2) on conflict (name) do update set text = excluded.text',
    [name, text],
  );
}

export async function deleteProof(tx: Db, name: string): Promise<void> {
  await tx.query('delete from proof_files where name = $1', [name]);
}
