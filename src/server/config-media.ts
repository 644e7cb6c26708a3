import { join, relative, resolve, sep } from 'node:path';
import { findWebUrl, isLoopbackHost, type SettingsReader } from './settings-reader.ts';

/** A place for files: a folder, or the objects of a bucket whose keys begin with `prefix` (empty, or `a/b/`). */
export type FilePlace = { kind: 'folder'; path: string } | { kind: 's3'; bucket: string; prefix: string };

/** The way to all buckets. */
export interface S3Config {
  /** Null: AWS's own. */
  endpoint: string | null;
  region: string;
  /** Null: the client's usual chain finds them. */
  keys: { accessKeyId: string; secretAccessKey: string } | null;
}

/** The place of the pictures, and the way readers get them (spec: operations.md#media-on-s3). */
export interface MediaConfig {
  store: FilePlace;
  /** Read where the store lacks a file; null: there is none. */
  fallback: FilePlace | null;
  /** The start of public pictures' addresses at a CDN, without a slash at the end; null: they have our own. */
  publicUrl: string | null;
  /** `presign`: the reader gets a restricted picture from the bucket, by an address of a minute. */
  restricted: 'stream' | 'presign';
}

const bucketWants = 's3://bucket or s3://bucket/prefix, or a folder';

/** Null: the text names a bucket, but not as `s3://bucket[/prefix]`. */
export function parseFilePlace(text: string): FilePlace | null {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) return { kind: 'folder', path: resolve(text) };
  const [, bucket, rest = ''] = /^s3:\/\/([a-z0-9][a-z0-9._-]{1,62})(\/[\w!.*'()/-]*)?$/i.exec(text) ?? [];
  if (bucket === undefined) return null;
  const parts = rest.split('/').filter((part) => part !== '');
  if (parts.includes('.') || parts.includes('..')) return null;
  return { kind: 's3', bucket, prefix: parts.map((part) => `${part}/`).join('') };
}

/** The places that are folders outside of another folder. */
export function foldersOutside(folder: string, places: readonly (FilePlace | null)[]): string[] {
  const isOutside = (path: string) => relative(folder, path).split(sep)[0] === '..';
  return places.flatMap((place) => (place?.kind === 'folder' && isOutside(place.path) ? [place.path] : []));
}

/** The operator's name of a place: equal for equal places. */
export function nameOfPlace(place: FilePlace): string {
  return place.kind === 'folder' ? place.path : `s3://${place.bucket}/${place.prefix}`;
}

export function readS3Config(settings: SettingsReader): S3Config {
  const accessKeyId = settings.find('S3_ACCESS_KEY_ID');
  const secretAccessKey = settings.find('S3_SECRET_ACCESS_KEY');
  if (accessKeyId !== null && secretAccessKey === null)
    settings.refuse('S3_SECRET_ACCESS_KEY', 'the secret of S3_ACCESS_KEY_ID', { secret: true });
  if (accessKeyId === null && secretAccessKey !== null)
    settings.refuse('S3_ACCESS_KEY_ID', 'the name of the key whose secret S3_SECRET_ACCESS_KEY is');
  return {
    endpoint: readEndpoint(settings),
    region: settings.matching('S3_REGION', {
      pattern: /^[a-z0-9-]{1,40}$/i,
      wants: 'a region such as us-east-1',
      fallback: 'us-east-1',
    }),
    keys: accessKeyId !== null && secretAccessKey !== null ? { accessKeyId, secretAccessKey } : null,
  };
}

function readEndpoint(settings: SettingsReader): string | null {
  const text = settings.find('S3_ENDPOINT');
  if (text === null) return null;
  const url = findWebUrl(text);
  if (url && !url.username && !url.password && !url.search && !url.hash) return text.replace(/\/+$/, '');
  settings.refuse('S3_ENDPOINT', 'the http or https address of an S3 service');
  return null;
}

export function readMediaConfig(settings: SettingsReader, dataDir: string): MediaConfig {
  const store = readStore(settings) ?? { kind: 'folder', path: join(dataDir, 'media') };
  const fallback = readPlace(settings, 'MEDIA_FALLBACK', settings.find('MEDIA_FALLBACK'));
  if (fallback !== null && nameOfPlace(fallback) === nameOfPlace(store))
    settings.refuse('MEDIA_FALLBACK', 'another place than MEDIA_STORE');
  const restricted = settings.oneOf('MEDIA_RESTRICTED', ['stream', 'presign'], 'stream');
  if (restricted === 'presign' && store.kind === 'folder')
    settings.refuse('MEDIA_RESTRICTED', '`stream`, because MEDIA_STORE is a folder');
  return { store, fallback, publicUrl: readMediaUrl(settings), restricted };
}

function readStore(settings: SettingsReader): FilePlace | null {
  const store = readPlace(settings, 'MEDIA_STORE', settings.find('MEDIA_STORE'));
  const bucket = settings.find('S3_BUCKET');
  if (bucket === null) return store;
  const named = parseFilePlace(`s3://${bucket}`);
  if (named === null || bucket.includes('/')) settings.refuse('S3_BUCKET', 'the name of a bucket');
  else if (store !== null && nameOfPlace(store) !== nameOfPlace(named))
    settings.refuse('S3_BUCKET', 'nothing beside MEDIA_STORE, which names the bucket');
  return store ?? named;
}

function readPlace(settings: SettingsReader, name: string, text: string | null): FilePlace | null {
  if (text === null) return null;
  const place = parseFilePlace(text);
  if (place === null) settings.refuse(name, bucketWants);
  return place;
}

function readMediaUrl(settings: SettingsReader): string | null {
  const text = settings.find('MEDIA_PUBLIC_URL');
  if (text === null) return null;
  const url = findWebUrl(text);
  const isSafe = url !== null && (url.protocol === 'https:' || isLoopbackHost(url.hostname));
  // Spaces, commas, quotes and semicolons would end the address in a srcset or a policy.
  if (isSafe && !url.search && !url.hash && !url.username && !url.password && /^[^\s,;'"?#]+$/.test(text))
    return url.href.replace(/\/+$/, '');
  settings.refuse('MEDIA_PUBLIC_URL', 'an https address (http for loopback) without a query');
  return null;
}
