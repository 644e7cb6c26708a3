import type { Db } from '../../../server/database/db.ts';
import type { ImageDescription, ImageKind, ImageVariant } from '../rules.ts';

export type ImageRow = ImageDescription & { avifPending: boolean };

export async function describeImageRows(db: Db, ids: readonly string[]): Promise<ImageRow[]> {
  const { rows } = await db.query<ImageRow>(
    {
      name: 'media-describe-images',
      text: `select id, width, height, placeholder, color, variants, avif_pending as "avifPending"
             from images where id = any($1::uuid[])`,
    },
    [ids],
  );
  return rows;
}

export type StoredTile = { id: string; kind: ImageKind; sourceHash: string; tile: number };

export async function findImagesByHash(
  db: Db,
  wanted: { sourceHashes: readonly string[]; recipe: string },
): Promise<StoredTile[]> {
  const { rows } = await db.query<StoredTile>(
    {
      name: 'media-find-images-by-hash',
      text: `select id, kind, encode(source_hash, 'hex') as "sourceHash", tile from images
             where recipe = $2 and source_hash = any(select decode(h, 'hex') from unnest($1::text[]) as h)
             order by source_hash, kind, tile`,
    },
    [wanted.sourceHashes, wanted.recipe],
  );
  return rows;
}

export type NewImage = {
  id: string;
  kind: ImageKind;
  recipe: string;
  sourceHash: string;
  tile: number;
  width: number;
  height: number;
  placeholder: string;
  color: string;
  variants: ImageVariant[];
  avifPending: boolean;
};

/** Inserts all tiles of a picture or, if another import was faster, none; returns the ids that are now stored. */
export async function insertImages(db: Db, images: readonly NewImage[]): Promise<StoredTile[]> {
  const { rows } = await db.query<StoredTile>(
    {
      name: 'media-insert-images',
      text: `insert into images
               (id, kind, recipe, source_hash, tile, width, height, placeholder, color, variants, avif_pending)
             select id, kind, recipe, decode("sourceHash", 'hex'), tile, width, height, placeholder, color, variants,
               "avifPending"
             from jsonb_to_recordset($1::jsonb) as given(id uuid, kind text, recipe text, "sourceHash" text, tile int,
               width int, height int, placeholder text, color text, variants jsonb, "avifPending" boolean)
             on conflict (source_hash, recipe, kind, tile) do nothing
             returning id, kind, encode(source_hash, 'hex') as "sourceHash", tile`,
    },
    [JSON.stringify(images)],
  );
  return rows;
}

export type PendingAvif = { id: string; kind: ImageKind; sourceHash: string; tile: number };

/** Claims the oldest picture without AVIF for ten minutes; a claim whose owner died is free again afterwards. */
export async function claimPendingAvif(db: Db): Promise<PendingAvif | null> {
  const { rows } = await db.query<PendingAvif>(
    `update images set avif_claimed_at = now()
     where id = (
       select id from images
       where avif_pending and (avif_claimed_at is null or avif_claimed_at < now() - interval '10 minutes')
       order by created_at, id limit 1 for update skip locked)
     returning id, kind, encode(source_hash, 'hex') as "sourceHash", tile`,
  );
  return rows[0] ?? null;
}

export async function completeAvif(db: Db, image: { id: string; variants: readonly ImageVariant[] }): Promise<void> {
  await db.query(
    `update images set variants = variants || $2::jsonb, avif_pending = false, avif_claimed_at = null
     where id = $1 and avif_pending`,
    [image.id, JSON.stringify(image.variants)],
  );
}

export async function releaseAvifClaim(db: Db, id: string): Promise<void> {
  await db.query('update images set avif_claimed_at = null where id = $1', [id]);
}

const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000';

/** The pictures after that id, in the order of their ids, with the names of their files. */
export async function listImageFiles(
  db: Db,
  page: { after: string | null; limit: number },
): Promise<{ id: string; files: { name: string; bytes: number }[] }[]> {
  const { rows } = await db.query<{ id: string; files: { name: string; bytes: number }[] }>(
    `select id, array(select jsonb_build_object('name', variant -> 'name', 'bytes', variant -> 'bytes')
                      from jsonb_array_elements(variants) as variant) as files
     from images where id > $1 order by id limit $2`,
    [page.after ?? BEFORE_ALL_IDS, page.limit],
  );
  return rows;
}

export type ImageFacts = { id: string; sourceHash: string; variants: ImageVariant[] };

/** The pictures after that id, in the order of their ids, with the facts that their files must match. */
export async function listImageFacts(db: Db, page: { after: string | null; limit: number }): Promise<ImageFacts[]> {
  const { rows } = await db.query<ImageFacts>(
    `select id, encode(source_hash, 'hex') as "sourceHash", variants from images where id > $1 order by id limit $2`,
    [page.after ?? BEFORE_ALL_IDS, page.limit],
  );
  return rows;
}

/** The facts by which a picture's files can be made anew. */
export type RepairFacts = ImageFacts & { kind: ImageKind; tile: number; recipe: string };

export async function listRepairFacts(db: Db, ids: readonly string[]): Promise<RepairFacts[]> {
  const { rows } = await db.query<RepairFacts>(
    `select id, kind, tile, recipe, encode(source_hash, 'hex') as "sourceHash", variants from images
     where id = any($1::uuid[])`,
    [ids],
  );
  return rows;
}

/** Adds a file to those of a picture, unless it has it already. */
export async function addVariant(db: Db, given: { id: string; variant: ImageVariant }): Promise<void> {
  await db.query(
    `update images set variants = variants || $2::jsonb
     where id = $1 and not variants @> jsonb_build_array(jsonb_build_object('name', $3::text))`,
    [given.id, JSON.stringify([given.variant]), given.variant.name],
  );
}

export async function replaceVariants(db: Db, image: { id: string; variants: readonly ImageVariant[] }): Promise<void> {
  await db.query('update images set variants = $2::jsonb where id = $1', [image.id, JSON.stringify(image.variants)]);
}

/** The hashes of originals after that one, each once, in their order. */
export async function listSourceHashes(db: Db, page: { after: string | null; limit: number }): Promise<string[]> {
  const { rows } = await db.query<{ hash: string }>(
    `select encode(source_hash, 'hex') as hash from images where source_hash > decode($1, 'hex')
     group by source_hash order by source_hash limit $2`,
    [page.after ?? '', page.limit],
  );
  return rows.map(({ hash }) => hash);
}

/** The hash of each image's original by the image's id; an unknown id is absent. */
export async function findSourceHashes(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string; hash: string }>(
    `select id, encode(source_hash, 'hex') as hash from images where id = any($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map(({ id, hash }) => [id, hash]));
}

/** The names of the files of those of these images that the database knows, by id. */
export async function findImageFiles(db: Db, ids: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await db.query<{ id: string; names: string[] }>(
    `select id, array(select variant ->> 'name' from jsonb_array_elements(variants) as variant) as names
     from images where id = any($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map(({ id, names }) => [id, names]));
}

export async function findKnownHashes(db: Db, hashes: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ hash: string }>(
    `select distinct encode(source_hash, 'hex') as hash from images
     where source_hash = any(select decode(h, 'hex') from unnest($1::text[]) as h)`,
    [hashes],
  );
  return new Set(rows.map(({ hash }) => hash));
}

/** The bytes of the files of the images after that id, originals apart, and the last of these images; null: there is none. */
export async function sumImageBytes(
  db: Db,
  page: { after: string | null; limit: number },
): Promise<{ last: string | null; bytes: number }> {
  const { rows } = await db.query<{ last: string | null; bytes: number }>(
    `with part as materialized (select id, variants from images where id > $1 order by id limit $2)
     select (select id from part order by id desc limit 1) as last,
       (select coalesce(sum((variant ->> 'bytes')::bigint), 0)::float8
        from part cross join lateral jsonb_array_elements(variants) as variant) as bytes`,
    [page.after ?? BEFORE_ALL_IDS, page.limit],
  );
  return rows[0] ?? { last: null, bytes: 0 };
}
