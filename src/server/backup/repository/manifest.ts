import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { parseOrNull } from '../parse-or-null.ts';
import { isTarName } from '../tar.ts';

/** An object of a snapshot: its key, its stored bytes, and the SHA-256 of these bytes. */
const objectSchema = z.object({
  // A manifest that strangers could change names nothing outside the objects.
  key: z.string().check(z.regex(/^objects\/[0-9a-f]{2}\/[0-9a-f]{64}(?:\.[0-9a-f]+\.age)?$/)),
  bytes: z.number(),
  sha256: z.string(),
});

const manifestSchema = z.object({
  longstrip_snapshot: z.literal(1),
  id: z.string(),
  created_at: z.iso.datetime(),
  site_id: z.nullable(z.string()),
  /** The stored bytes of all its objects; `added_bytes`: of those that were new in this snapshot. */
  bytes: z.number(),
  added_bytes: z.number(),
  media_files: z.number(),
  /** How many files of pictures the store lacked, or had damaged; absent in older snapshots, which lack none. */
  lacks: z.optional(z.number()),
  encrypted: z.boolean(),
  /** The object with the list of the entries. */
  index: objectSchema,
  objects: z.array(objectSchema),
});

export type SnapshotObject = z.infer<typeof objectSchema>;
export type Manifest = Omit<z.infer<typeof manifestSchema>, 'longstrip_snapshot'>;
/** A manifest without its objects, which may be very many. */
export type SnapshotFacts = Omit<Manifest, 'objects'>;

const folder = 'snapshots/';
const ending = '.json';

export function manifestKey(id: string): string {
  return `${folder}${id}${ending}`;
}

/** The snapshot whose manifest a key names; null: another kind of key. */
export function idOfManifest(key: string): string | null {
  return /^snapshots\/([\w-]+)\.json$/.exec(key)?.[1] ?? null;
}

/** Names a snapshot by its time, in whole seconds, and by chance. */
export function makeSnapshotId(createdAt: Date): string {
  return `${createdAt.toISOString().replace(/[-:]|\.\d+/g, '')}-${randomBytes(3).toString('hex')}`;
}

/** The time in the name of a snapshot; null: another kind of name. */
export function timeOfSnapshotId(id: string): Date | null {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-/.exec(id) ?? [];
  return year === undefined ? null : new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** The manifest is written last, and ends with its own sum: without its last byte there is no snapshot. */
export function encodeManifest(manifest: Manifest): Buffer {
  const text = `${JSON.stringify({ longstrip_snapshot: 1, ...manifest })}\n`;
  return Buffer.from(`${text}${sumOf(text)}\n`);
}

/** Null: the manifest is cut, altered, or not one of ours. */
export function decodeManifest(bytes: Buffer, id: string): Manifest | null {
  const text = bytes.toString();
  const end = text.indexOf('\n') + 1;
  if (end === 0 || text.slice(end) !== `${sumOf(text.slice(0, end))}\n`) return null;
  const read = z.safeParse(manifestSchema, parseOrNull(text.slice(0, end)));
  if (!read.success || read.data.id !== id) return null;
  const { longstrip_snapshot: _, ...manifest } = read.data;
  return manifest;
}

function sumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** An entry of a snapshot as its index names it: the sum is that of its bytes before they are encrypted. */
export interface IndexEntry {
  name: string;
  size: number;
  sha256: string;
}

export function encodeIndex(entries: readonly IndexEntry[]): Buffer {
  return Buffer.from(entries.map(({ sha256, size, name }) => `${sha256} ${size} ${name}\n`).join(''));
}

/** Null: this is no index, or a name in it leads out of the folder into which entries are unpacked. */
export function decodeIndex(bytes: Buffer): IndexEntry[] | null {
  const entries: IndexEntry[] = [];
  for (const line of bytes.toString().split('\n').slice(0, -1)) {
    const [, sha256, size, name] = /^([0-9a-f]{64}) (\d+) (.+)$/.exec(line) ?? [];
    if (sha256 === undefined || size === undefined || name === undefined || !isTarName(name)) return null;
    entries.push({ sha256, size: Number(size), name });
  }
  return entries;
}
