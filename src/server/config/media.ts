import { join, relative, resolve, sep } from 'node:path';
import { choice, isSafeUrl, parsed, type Schema, type SettingsReader, text, webUrl } from './settings-reader.ts';

/** A place for files: a folder, or the objects of a bucket whose keys begin with `prefix` (empty, or `a/b/`). */
export type StoreAddress = { kind: 'folder'; path: string } | { kind: 's3'; bucket: string; prefix: string };

/** A folder, or a bucket as `s3://bucket[/prefix]`; null: the text names a bucket in another way. */
export function parseStoreAddress(text: string): StoreAddress | null {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) return { kind: 'folder', path: resolve(text) };
  const [, bucket, rest = ''] = /^s3:\/\/([a-z0-9][a-z0-9._-]{1,62})(\/[\w!.*'()/-]*)?$/i.exec(text) ?? [];
  if (bucket === undefined) return null;
  const parts = rest.split('/').filter((part) => part !== '');
  if (parts.includes('.') || parts.includes('..')) return null;
  return { kind: 's3', bucket, prefix: parts.map((part) => `${part}/`).join('') };
}

/** The folders among these places that lie outside of `folder`. */
export function foldersOutside(folder: string, places: readonly (StoreAddress | null)[]): string[] {
  const isOutside = (path: string) => relative(folder, path).split(sep)[0] === '..';
  return places.flatMap((place) => (place?.kind === 'folder' && isOutside(place.path) ? [place.path] : []));
}

/** The operator's name of a place: equal for equal places. */
export function nameOfStore(place: StoreAddress): string {
  return place.kind === 'folder' ? place.path : `s3://${place.bucket}/${place.prefix}`;
}

export function filePlace(wants: string): Schema<StoreAddress> {
  return parsed(parseStoreAddress, wants);
}

const place = filePlace('s3://bucket or s3://bucket/prefix, or a folder');
const bucket = parsed(
  (name) => (name.includes('/') ? null : parseStoreAddress(`s3://${name}`)),
  'the name of a bucket',
);
const endpoint = webUrl(() => true, 'the http or https address of an S3 service');
// Spaces, commas, quotes and semicolons would end the address in a srcset or a policy.
const mediaUrl = webUrl(
  (url, given) => isSafeUrl(url) && /^[^\s,;'"?#]+$/.test(given),
  'an https address (http for loopback) without a query',
);

/** The way to all buckets. */
export type S3Config = ReturnType<typeof readS3Config>;

export function readS3Config(settings: SettingsReader) {
  const accessKeyId = settings.find('S3_ACCESS_KEY_ID');
  const secretAccessKey = settings.find('S3_SECRET_ACCESS_KEY');
  if (accessKeyId !== null && secretAccessKey === null)
    settings.refuse('S3_SECRET_ACCESS_KEY', 'the secret of S3_ACCESS_KEY_ID');
  if (accessKeyId === null && secretAccessKey !== null)
    settings.refuse('S3_ACCESS_KEY_ID', 'the name of the key whose secret S3_SECRET_ACCESS_KEY is');
  return {
    /** Null: the address of AWS. */
    endpoint: settings.read('S3_ENDPOINT', endpoint)?.href.replace(/\/+$/, '') ?? null,
    region: settings.read('S3_REGION', text(/^[a-z0-9-]{1,40}$/i, 'a region such as us-east-1')) ?? 'us-east-1',
    /** Null: the client finds them in its usual places. */
    keys: accessKeyId !== null && secretAccessKey !== null ? { accessKeyId, secretAccessKey } : null,
  };
}

/** The place of the pictures, and the way readers get them (spec: operations.md#media-on-s3). */
export type MediaConfig = ReturnType<typeof readMediaConfig>;

export function readMediaConfig(settings: SettingsReader, dataDir: string) {
  const store: StoreAddress = readStore(settings) ?? { kind: 'folder', path: join(dataDir, 'media') };
  const fallback = settings.read('MEDIA_FALLBACK', place);
  if (fallback !== null && nameOfStore(fallback) === nameOfStore(store))
    settings.refuse('MEDIA_FALLBACK', 'another place than MEDIA_STORE');
  const restricted = settings.read('MEDIA_RESTRICTED', choice('stream', 'presign')) ?? 'stream';
  if (restricted === 'presign' && store.kind === 'folder')
    settings.refuse('MEDIA_RESTRICTED', '`stream`, because MEDIA_STORE is a folder');
  return {
    store,
    /** Read where the store lacks a file; null: there is none. */
    fallback,
    /** The start of public pictures' addresses at a CDN, without a slash at the end; null: they have our own. */
    publicUrl: settings.read('MEDIA_PUBLIC_URL', mediaUrl)?.href.replace(/\/+$/, '') ?? null,
    /** `presign`: the reader gets a restricted picture from the bucket, by an address of a minute. */
    restricted,
  };
}

function readStore(settings: SettingsReader): StoreAddress | null {
  const store = settings.read('MEDIA_STORE', place);
  const named = settings.read('S3_BUCKET', bucket);
  if (store && named && nameOfStore(store) !== nameOfStore(named))
    settings.refuse('S3_BUCKET', 'nothing beside MEDIA_STORE, which names the bucket');
  return store ?? named;
}
