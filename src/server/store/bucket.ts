import { createHash } from 'node:crypto';
import { type FileHandle, open as openFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import { quietBucketClient } from '../config/config.ts';
import { nameOfStore, type S3Config } from '../config/media.ts';
import { readExactly } from '../process/read-exactly.ts';
import type { StoredFile } from './file-store.ts';
import { withoutSilence } from './silence.ts';

/** The store does not answer, or answers that it cannot serve now. */
export class StoreUnavailableError extends Error {
  /** The client's own error is not kept: it holds the whole request, its signature too. */
  constructor(what: string, reason: unknown) {
    super(`${what}: ${reason instanceof Error ? [reason.name, reason.message].filter(Boolean).join(': ') : reason}`);
    this.name = 'StoreUnavailableError';
  }

  /** The status of the answer to a request that ends with this error. */
  readonly statusCode = 503;
}

/**
 * The objects of a bucket below a prefix, by keys without it. Every method rejects with `StoreUnavailableError` where
 * the store does not answer or refuses.
 */
export interface Bucket {
  /** Stores a file of this machine's disk; when it resolves, the store shows the object with its size. */
  put(key: string, path: string, headers: { type: string }): Promise<number>;
  /** Null: there is no such object. The body fails when it stays silent for 10 s, or ends early. */
  get(key: string, range?: { start: number; end: number }): Promise<{ size: number; body: Readable } | null>;
  stat(key: string): Promise<StoredFile | null>;
  delete(keys: readonly string[]): Promise<void>;
  list(prefix: string): AsyncGenerator<StoredFile>;
  /** An address at which anybody gets the object for so many seconds. */
  presign(key: string, seconds: number): Promise<string>;
  /** Ends uploads in parts that were begun before that time and never completed. */
  abortUploads(before: Date): Promise<void>;
  nameOf(key: string): string;
}

/** Counts one request to the store. */
export type ObserveStore = (request: { op: string; outcome: 'ok' | 'absent' | 'failed'; seconds: number }) => void;

const connectMs = 1000;
const firstByteMs = 3000;
const silenceMs = 10_000;
const readTries = 3;
/** A read begins no further try after that time, and gives up a try that runs into it. */
const readMs = 3000;
const writeTries = 3;
/** A new object may be shown late. */
const shownMs = 10_000;
const partBytes = 8 * 1024 * 1024;
const deletedAtOnce = 1000;
const cacheControl = 'private, max-age=31536000, immutable';

type Sdk = typeof import('@aws-sdk/client-s3');

/** Asks for the client's code at the first request: a site with a folder never loads it. */
export function openBucket(
  s3: S3Config,
  place: { bucket: string; prefix: string },
  observe: ObserveStore = () => {},
): Bucket {
  const { bucket: Bucket, prefix } = place;
  const nameOf = (key: string) => nameOfStore({ kind: 's3', ...place }) + key;
  let opened: Promise<{ sdk: Sdk; client: S3Client }> | null = null;
  const open = () => {
    opened ??= openClient(s3);
    return opened;
  };
  const at = (key: string) => ({ Bucket, Key: prefix + key });

  /** One request, counted. */
  async function observed<T>(op: string, key: string, ask: () => Promise<T>): Promise<T | null> {
    const startedAt = performance.now();
    const count = (outcome: 'ok' | 'absent' | 'failed') =>
      observe({ op, outcome, seconds: (performance.now() - startedAt) / 1000 });
    try {
      const answer = await ask();
      count('ok');
      return answer;
    } catch (error) {
      if (isAbsent(error)) {
        count('absent');
        return null;
      }
      count('failed');
      throw new StoreUnavailableError(`${op} ${nameOf(key)}`, error);
    }
  }

  /** A read: tried three times within three seconds. */
  async function reading<T>(op: string, key: string, ask: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
    const until = performance.now() + readMs;
    for (let tries = 1; ; tries += 1) {
      const left = Math.max(1, until - performance.now());
      try {
        return await observed(op, key, () => withFirstByte(Math.min(firstByteMs, left), ask));
      } catch (error) {
        const wait = 100 * 3 ** (tries - 1);
        if (tries >= readTries || performance.now() + wait >= until) throw error;
        await pause(wait);
      }
    }
  }

  async function writing<T>(op: string, key: string, ask: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await observed(op, key, () => ask(AbortSignal.timeout(writeMs)));
      } catch (error) {
        if (tries >= writeTries) throw error;
        await pause(200 * 3 ** (tries - 1));
      }
    }
  }

  async function putWhole(key: string, file: FileHandle, { size, type }: { size: number; type: string }) {
    const { sdk, client } = await open();
    const bytes = await readPart(file, 0, size);
    await writing('put', key, (abortSignal) =>
      client.send(
        new sdk.PutObjectCommand({
          ...at(key),
          ...{ Body: bytes, ContentLength: size, ContentMD5: md5Of(bytes), ContentType: type },
          CacheControl: cacheControl,
        }),
        { abortSignal },
      ),
    );
  }

  async function putInParts(key: string, file: FileHandle, { size, type }: { size: number; type: string }) {
    const { sdk, client } = await open();
    const begun = await writing('put', key, (abortSignal) =>
      client.send(new sdk.CreateMultipartUploadCommand({ ...at(key), ContentType: type, CacheControl: cacheControl }), {
        abortSignal,
      }),
    );
    const upload = { ...at(key), UploadId: begun?.UploadId };
    try {
      const parts: { ETag: string | undefined; PartNumber: number }[] = [];
      for (let from = 0; from < size; from += partBytes) {
        const bytes = await readPart(file, from, Math.min(partBytes, size - from));
        const PartNumber = parts.length + 1;
        const sent = await writing('put', key, (abortSignal) =>
          client.send(
            new sdk.UploadPartCommand({
              ...{ ...upload, PartNumber, Body: bytes, ContentLength: bytes.length, ContentMD5: md5Of(bytes) },
            }),
            { abortSignal },
          ),
        );
        parts.push({ ETag: sent?.ETag, PartNumber });
      }
      await writing('put', key, (abortSignal) =>
        client.send(new sdk.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } }), {
          abortSignal,
        }),
      );
    } catch (error) {
      await client.send(new sdk.AbortMultipartUploadCommand(upload), inTime()).catch(() => {});
      throw error;
    }
  }

  async function stat(key: string): Promise<StoredFile | null> {
    const { sdk, client } = await open();
    const found = await reading('stat', key, (abortSignal) =>
      client.send(new sdk.HeadObjectCommand(at(key)), { abortSignal }),
    );
    return found && { key, size: found.ContentLength ?? 0, changedAt: found.LastModified ?? new Date(0) };
  }

  /** Waits until the store shows the object as it was put. */
  async function requireShown(key: string, size: number): Promise<void> {
    const until = performance.now() + shownMs;
    for (;;) {
      const shown = await stat(key);
      if (shown?.size === size) return;
      if (performance.now() >= until)
        throw new StoreUnavailableError(
          `put ${nameOf(key)}`,
          shown ? `it has ${shown.size} bytes there, not ${size}` : 'it is not there afterwards',
        );
      await pause(250);
    }
  }

  return {
    async put(key, path, { type }) {
      const file = await openFile(path, 'r');
      try {
        const { size } = await file.stat();
        await (size > partBytes ? putInParts : putWhole)(key, file, { size, type });
        await requireShown(key, size);
        return size;
      } finally {
        await file.close();
      }
    },
    async get(key, range) {
      const { sdk, client } = await open();
      const Range = range && `bytes=${range.start}-${range.end}`;
      const found = await reading('get', key, (abortSignal) =>
        client.send(new sdk.GetObjectCommand({ ...at(key), ...(Range && { Range }) }), { abortSignal }),
      );
      if (!found) return null;
      const length = found.ContentLength ?? 0;
      // On Node the client's bodies are streams of Node.
      const body = found.Body as Readable;
      const whole = /\/(\d+)$/.exec(found.ContentRange ?? '')?.[1];
      return { size: whole === undefined ? length : Number(whole), body: withoutSilence(body, { silenceMs, length }) };
    },
    stat,
    async delete(keys) {
      const { sdk, client } = await open();
      for (let from = 0; from < keys.length; from += deletedAtOnce) {
        const some = keys.slice(from, from + deletedAtOnce);
        const Objects = some.map((key) => ({ Key: prefix + key }));
        const answer = await writing('delete', some[0] ?? '', (abortSignal) =>
          client.send(new sdk.DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }), { abortSignal }),
        );
        const failed = answer?.Errors?.[0];
        if (failed) throw new StoreUnavailableError(`delete s3://${Bucket}/${failed.Key}`, failed.Message);
      }
    },
    async *list(wanted) {
      const { sdk, client } = await open();
      // The first version of this call goes on after a key, which every store does alike; the second needs a token.
      for (let Marker: string | undefined; ; ) {
        const page = await reading('list', wanted, (abortSignal) =>
          client.send(new sdk.ListObjectsCommand({ Bucket, Prefix: prefix + wanted, ...(Marker && { Marker }) }), {
            abortSignal,
          }),
        );
        // For an empty list a store answers with a list. This 404 is some gateway's, and must not be taken for "there
        // is nothing".
        if (!page) throw new StoreUnavailableError(`list ${nameOf(wanted)}`, new Error('answered 404'));
        const found = page.Contents ?? [];
        for (const { Key = '', Size = 0, LastModified } of found)
          yield { key: Key.slice(prefix.length), size: Size, changedAt: LastModified ?? new Date(0) };
        Marker = page.IsTruncated ? found.at(-1)?.Key : undefined;
        if (Marker === undefined) return;
      }
    },
    async presign(key, seconds) {
      const [{ sdk, client }, { getSignedUrl }] = await Promise.all([open(), import('@aws-sdk/s3-request-presigner')]);
      return await getSignedUrl(client, new sdk.GetObjectCommand(at(key)), { expiresIn: seconds });
    },
    async abortUploads(before) {
      const { sdk, client } = await open();
      // A store that knows no lists of uploads ends them by a rule of its own.
      const found = await client
        .send(new sdk.ListMultipartUploadsCommand({ Bucket, Prefix: prefix }), inTime())
        .catch(() => null);
      for (const { Key, UploadId, Initiated } of found?.Uploads ?? [])
        if (Initiated && Initiated < before)
          await client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }), inTime()).catch(() => {});
    },
    nameOf,
  };
}

const tidiesMs = 10_000;
/** Tidying must not wait for a silent store. */
const inTime = () => ({ abortSignal: AbortSignal.timeout(tidiesMs) });

/** A part of eight MiB needs that long on a line of 1 Mbit/s. */
const writeMs = 70_000;

async function openClient(s3: S3Config): Promise<{ sdk: Sdk; client: S3Client }> {
  quietBucketClient();
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    region: s3.region,
    ...(s3.endpoint !== null && { endpoint: s3.endpoint, forcePathStyle: true }),
    ...(s3.keys && { credentials: s3.keys }),
    // Many compatible stores refuse the checksums that follow a body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 1,
    requestHandler: { connectionTimeout: connectMs, httpAgent: agent, httpsAgent: agent },
  });
  return { sdk, client };
}

const agent = { keepAlive: true, maxSockets: 64 };

/** Gives up where the answer's head does not come in time; the body is then free of this limit. */
async function withFirstByte<T>(ms: number, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(new Error(`no answer within ${Math.round(ms)} ms`)), ms);
  try {
    return await ask(giveUp.signal);
  } catch (error) {
    throw giveUp.signal.aborted ? giveUp.signal.reason : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Some stores say so by the status alone; a bucket that is not there is a fault. */
function isAbsent(error: unknown): boolean {
  if (!(error instanceof Error) || error.name === 'NoSuchBucket') return false;
  if (error.name === 'NoSuchKey' || error.name === 'NotFound') return true;
  return '$metadata' in error && isNotFound(error.$metadata);
}

function isNotFound(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'httpStatusCode' in answer && answer.httpStatusCode === 404;
}

function md5Of(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('base64');
}

async function readPart(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const bytes = await readExactly(file, from, length);
  if (!bytes) throw new Error('The file became shorter while it was sent');
  return bytes;
}
