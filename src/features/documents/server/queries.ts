import type { Db } from '../../../server/database/db.ts';
import type { Language } from '../../../shared/languages.ts';
import type { ByLanguage } from '../../../shared/site-settings.ts';

type Texts = ByLanguage<string>;

export interface DraftRow {
  name: string;
  titles: Texts;
  bodies: Texts;
  footer: boolean;
  place: number;
  versions: { version: number; effectiveAt: Date; publishedAt: Date; titles: Texts }[];
}

type Found = Omit<DraftRow, 'versions'> & {
  versions: { version: number; effective_at: string; published_at: string; titles: Texts }[];
};

/** The pages that are not deleted, in their order; only the one of that name where one is given. */
export async function selectDrafts(db: Db, name: string | null): Promise<DraftRow[]> {
  const { rows } = await db.query<Found>(
    `select name, titles, bodies, footer, place,
            coalesce((select jsonb_agg(jsonb_build_object('version', version, 'effective_at', effective_at,
                        'published_at', published_at, 'titles', v.titles) order by version desc)
                      from document_versions v where v.name = d.name and version > 0), '[]') as versions
     from documents d where deleted_at is null and ($1::text is null or name = $1) order by place, name`,
    [name],
  );
  return rows.map(({ versions, ...row }) => ({
    ...row,
    versions: versions.map(({ effective_at: effectiveAt, published_at: publishedAt, ...version }) => ({
      ...version,
      effectiveAt: new Date(effectiveAt),
      publishedAt: new Date(publishedAt),
    })),
  }));
}

/** Keeps others from changing pages until the transaction ends; all may read them. */
export async function lockDocuments(tx: Db): Promise<void> {
  await tx.query('lock table documents in share row exclusive mode');
}

export type Draft = Omit<DraftRow, 'versions'>;

/**
 * Writes the draft of a page, also of one that was deleted: the versions of before get negative numbers, so that none is
 * in force again, and stay for those who agreed to them.
 */
export async function upsertDraft(tx: Db, { name, titles, bodies, footer, place }: Draft): Promise<void> {
  await tx.query(
    `with withdrawn as (
       update document_versions v set version = -version from documents d
       where v.name = $1 and version > 0 and d.name = v.name and d.deleted_at is not null
     )
     insert into documents (name, titles, bodies, footer, place) values ($1, $2, $3, $4, $5)
     on conflict (name) do update set titles = excluded.titles, bodies = excluded.bodies, footer = excluded.footer,
       place = excluded.place, changed_at = now(), deleted_at = null`,
    [name, titles, bodies, footer, place],
  );
}

/** Gives each of these pages its place in their order. */
export async function updatePlaces(tx: Db, names: readonly string[]): Promise<void> {
  await tx.query(
    `update documents d set place = given.nth - 1 from unnest($1::text[]) with ordinality as given(name, nth)
     where d.name = given.name`,
    [names],
  );
}

/** Takes a page away. Its versions stay for those who agreed to them. */
export async function deleteDocument(tx: Db, name: string): Promise<void> {
  await tx.query('update documents set deleted_at = now() where name = $1', [name]);
}

/** Writes the next version of a page, which begins at that time. */
export async function insertVersion(
  tx: Db,
  { name, effectiveAt }: { name: string; effectiveAt: Date },
): Promise<{ version: number; effectiveAt: Date }> {
  const { rows } = await tx.query<{ version: number; effective_at: Date }>(
    `insert into document_versions (name, version, titles, bodies, effective_at)
     select d.name, 1 + coalesce((select max(abs(version)) from document_versions v where v.name = d.name), 0),
            titles, bodies, $2
     from documents d where d.name = $1 returning version, effective_at`,
    [name, effectiveAt],
  );
  if (!rows[0]) throw new Error(`The page ${name} is not there`);
  return { version: rows[0].version, effectiveAt: rows[0].effective_at };
}

export async function selectVersion(
  db: Db,
  { name, version }: { name: string; version: number },
): Promise<{ titles: Texts; bodies: Texts; effectiveAt: Date } | null> {
  const { rows } = await db.query<{ titles: Texts; bodies: Texts; effective_at: Date }>(
    'select titles, bodies, effective_at from document_versions where name = $1 and version = $2',
    [name, version],
  );
  const row = rows[0];
  return row ? { titles: row.titles, bodies: row.bodies, effectiveAt: row.effective_at } : null;
}

export interface Consent {
  document: string;
  version: number | null;
  language: Language;
  orderId: string | null;
}

/** Notes that a user has agreed, at this moment. */
export async function insertConsents(tx: Db, userId: string, consents: readonly Consent[]): Promise<void> {
  for (const { document, version, language, orderId } of consents)
    await tx.query(
      'insert into consents (user_id, document, version, language, order_id) values ($1, $2, $3, $4, $5)',
      [userId, document, version, language, orderId],
    );
}

/** What a user has agreed to, oldest first. */
export async function selectConsents(db: Db, userId: string): Promise<(Consent & { at: Date })[]> {
  const { rows } = await db.query<Omit<Consent, 'orderId'> & { order_id: string | null; at: Date }>(
    'select document, version, language, at, order_id from consents where user_id = $1 order by at, id',
    [userId],
  );
  return rows.map(({ order_id: orderId, ...row }) => ({ ...row, orderId }));
}

/** The orders for which a user has agreed to that. */
export async function selectWaived(db: Db, asked: { userId: string; document: string }): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(
    'select order_id as id from consents where user_id = $1 and document = $2 and order_id is not null',
    [asked.userId, asked.document],
  );
  return new Set(rows.map(({ id }) => id));
}

export async function deleteConsents(tx: Db, userId: string): Promise<void> {
  await tx.query('delete from consents where user_id = $1', [userId]);
}
