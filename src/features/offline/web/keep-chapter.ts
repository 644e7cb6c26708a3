import { apiBase } from '../../../shared/paths.ts';
import type { Picture } from '../../../shared/wire.ts';
import { authHeaders, currentUser } from '../../../web/session.ts';
import type { MembershipAnswer } from '../../membership/contract.ts';
import type { ChapterAnswer, ChapterContent } from '../../reading/contract.ts';
import {
  everyone,
  formToKeep,
  type KeptChapter,
  keptAddress,
  keptCacheName,
  type Owner,
  picturesOf,
  readKeptAddress,
  substanceOf,
  withKeptPictures,
} from '../rules.ts';
import { KeepError } from './keep-fault.ts';
import { canKeep, removeKept, writeRecord } from './kept-chapters.ts';
import { bytesOf } from './sizes.ts';
import { findWantedForm } from './wanted-form.ts';

interface KeepRequest {
  chapterUuid: string;
  language: string;
  signal: AbortSignal;
  onProgress: (done: number, total: number) => void;
}

interface OpenChapter {
  chapter: ChapterContent;
  owner: Owner;
  expiresAt: string | null;
}

/** The number of images that are requested at once. */
const lanes = 3;
const tries = 3;
const workerMs = 10_000;

/** Keeps a chapter with its images on this device. It rejects with an error that `faultOf` reads. */
export async function keepChapter(request: KeepRequest): Promise<KeptChapter> {
  if (!isSecureContext) throw new KeepError('unsupported');
  // Private windows of some browsers lack the APIs that keeping needs.
  if (!canKeep()) throw new KeepError('forbidden');
  if (!(await hasWorker())) throw new KeepError('failed');
  // Before the first byte: the browser may ask for permission, and the reader has just pressed the button.
  await navigator.storage?.persist?.().catch(() => false);
  const opened = await openChapter(request);
  const kept = { owner: opened.owner, chapterUuid: request.chapterUuid };
  try {
    return await store(request, opened, kept);
  } catch (error) {
    await removeKept(kept).catch(() => {}); // an incomplete one is removed later
    throw error;
  }
}

/** Without the service worker a kept chapter could not be shown; at a first visit it starts a moment after the page. */
async function hasWorker(): Promise<boolean> {
  if (await navigator.serviceWorker.getRegistration()) return true;
  const tooLate = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), workerMs));
  return Promise.race([navigator.serviceWorker.ready.then(() => true), tooLate]);
}

/** The chapter as this reader gets it, and whether only members may read it. */
async function openChapter({ chapterUuid, language, signal }: KeepRequest): Promise<OpenChapter> {
  const headers = authHeaders();
  const open = await ask<ChapterAnswer>(`/comics/chapter_comics/${chapterUuid}/${language}`, { signal, headers });
  if (!open) throw new KeepError('locked');
  const chapter = open.result;
  const user = currentUser();
  // A free chapter is kept for everybody, so without this reader's like.
  const free = { chapter: { ...chapter, already_favor: false }, owner: everyone, expiresAt: chapter.access.until };
  if (!user || chapter.access.state === 'free') return free;
  const membership = await ask<MembershipAnswer>('/user/book/membership', { signal, headers });
  if (!membership?.result || membership.result.is_expired) throw new KeepError('locked');
  return { chapter, owner: user.uuid, expiresAt: membership.result.expire_at };
}

/** Null: this reader may not read it. */
async function ask<T>(path: string, init: RequestInit): Promise<T | null> {
  const answer = await fetch(apiBase + path, init);
  if (answer.status === 403 || answer.status === 401) return null;
  if (!answer.ok) throw new KeepError('failed');
  return ((await answer.json()) as { data: T }).data; // the contract's envelope, checked by the server's tests
}

type Kept = Pick<KeptChapter, 'owner' | 'chapterUuid'>;

async function store(request: KeepRequest, opened: OpenChapter, kept: Kept): Promise<KeptChapter> {
  // Without a connection the service worker answers with its own copy, which is kept already.
  if (isOwnCopy(opened.chapter)) throw new KeepError('network');
  await caches.delete(keptCacheName(kept));
  const cache = await caches.open(keptCacheName(kept));
  await cache.put(keptAddress(kept, 'begun'), new Response(String(Date.now())));
  return fill({ cache, request, opened, kept, first: 0 });
}

const isOwnCopy = (chapter: ChapterContent) => picturesOf(chapter).some(({ src }) => src.startsWith('/kept/'));

/** How far the picture numbers of two states of one chapter are apart. */
const stride = 100_000;

/**
 * Checks whether a kept chapter has changed, and if so keeps its new state; true when it has changed. Readers see the
 * old state until the new one is complete. It rejects with an error that `faultOf` reads; the chapter then stays as it
 * was kept.
 */
export async function renewKept(old: KeptChapter, signal: AbortSignal): Promise<boolean> {
  const { chapterUuid, language, owner } = old;
  const request = { chapterUuid, language, signal, onProgress: () => {} };
  const opened = await openChapter(request);
  // A chapter that became free, or is no longer, must be kept anew. An answer from this device's own copy says nothing.
  if (opened.owner !== owner || isOwnCopy(opened.chapter)) return false;
  const cache = await caches.open(keptCacheName(old));
  if ((await digestOf(opened.chapter)) === old.digest) {
    // The link to a newer chapter is no part of the digest, and costs nothing to update.
    await putText(cache, { chapter: opened.chapter, kept: old, first: old.first });
    await writeRecord({ ...old, checkedAt: new Date().toISOString() });
    return false;
  }
  const first = old.first + stride;
  try {
    const record = await fill({ cache, request, opened, kept: { owner, chapterUuid }, first });
    await dropOtherPictures(cache, record.first);
    return true;
  } catch (error) {
    await dropOtherPictures(cache, old.first);
    throw error;
  }
}

async function dropOtherPictures(cache: Cache, first: number): Promise<void> {
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    const index = readKeptAddress(pathname)?.index;
    if (index !== undefined && (index < first || index >= first + stride)) await cache.delete(pathname);
  }
}

interface Filled {
  cache: Cache;
  request: KeepRequest;
  opened: OpenChapter;
  kept: Kept;
  /** The number of the first picture. */
  first: number;
}

/** Stores a chapter's pictures, then its answer, and last its record: a chapter with a record is complete. */
async function fill({ cache, request, opened, kept, first }: Filled): Promise<KeptChapter> {
  const { chapter } = opened;
  const addressOf = (index: number) => keptAddress(kept, first + index);
  const imageBytes = await storePictures({ cache, pictures: picturesOf(chapter), addressOf, request });
  const textBytes = await putText(cache, { chapter, kept, first });
  const now = new Date().toISOString();
  const record: KeptChapter = {
    ...kept,
    bookUuid: chapter.book_uuid,
    bookTitle: chapter.book_title,
    number: chapter.chapter_number,
    season: chapter.season,
    label: chapter.label,
    title: chapter.title,
    language: request.language,
    bytes: imageBytes + textBytes,
    keptAt: now,
    digest: await digestOf(chapter),
    checkedAt: now,
    first,
    expiresAt: opened.expiresAt,
  };
  await writeRecord(record);
  return record;
}

/** Stores the answer of a chapter with its kept pictures; returns its bytes. */
async function putText(
  cache: Cache,
  { chapter, kept, first }: { chapter: ChapterContent; kept: Kept; first: number },
): Promise<number> {
  const result = withKeptPictures(chapter, (index) => keptAddress(kept, first + index));
  const text = JSON.stringify({ data: { result } });
  const headers = { 'Content-Type': 'application/json; charset=utf-8' };
  await cache.put(keptAddress(kept, 'chapter'), new Response(text, { headers }));
  return bytesOf(text);
}

async function digestOf(chapter: ChapterContent): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(substanceOf(chapter)));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

interface Pictures {
  cache: Cache;
  pictures: readonly Picture[];
  addressOf: (index: number) => string;
  request: KeepRequest;
}

async function storePictures({ cache, pictures, addressOf, request }: Pictures): Promise<number> {
  const wanted = await findWantedForm();
  const waiting = pictures.map((picture, index) => ({ address: formToKeep(picture, wanted), index }));
  let bytes = 0;
  let done = 0;
  async function work(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const image = await fetchImage(next.address, request.signal);
      await cache.put(addressOf(next.index), new Response(image, { headers: { 'Content-Type': image.type } }));
      bytes += image.size;
      done += 1;
      request.onProgress(done, pictures.length);
    }
  }
  request.onProgress(0, pictures.length);
  await Promise.all(Array.from({ length: lanes }, work));
  return bytes;
}

async function fetchImage(address: string, signal: AbortSignal): Promise<Blob> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await fetch(address, { signal, priority: 'low' });
      if (answer.ok) return await answer.blob();
      if (answer.status < 500 || attempt === tries) throw new KeepError('failed');
    } catch (error) {
      const isPassing = error instanceof TypeError && attempt < tries;
      if (!isPassing) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, attempt * 1000));
  }
}
