import { type AskedFor, imageLimits, imagesToDrop, type StoredImage } from '../../rules.ts';
import { noRoom } from './assets.ts';
import { imagesName } from './names.ts';
import { storable } from './pages.ts';
import type { RequestEvent } from './scope.ts';

/** Counting the stored images costs more than storing one: it is done once for so many new images. */
const newBeforeCount = 40;
const recent = new Set<string>();
/** The number of new images since this worker started; a worker that stops early only counts later. */
let added = 0;

/** Public images never change: stored ones are answered from this device, within limits. */
export async function answerImage(event: RequestEvent, asked: AskedFor): Promise<Response> {
  const cache = await caches.open(imagesName);
  const stored = await cache.match(asked.path);
  recent.add(asked.path);
  if (stored) return stored;
  const answer = await fetch(event.request);
  if (storable('image', asked, answer)) event.waitUntil(storeImage(cache, asked.path, answer.clone()));
  return answer;
}

async function storeImage(cache: Cache, path: string, answer: Response): Promise<void> {
  await cache.put(path, answer).catch(noRoom);
  added += 1;
  if (added % newBeforeCount === 0) await makeRoom(cache);
}

async function makeRoom(cache: Cache): Promise<void> {
  const keys = await cache.keys(); // in the order in which they were put
  const images = await Promise.all(keys.map((key) => readImage(cache, key)));
  const { quota } = await navigator.storage.estimate();
  await Promise.all(imagesToDrop(images, imageLimits(quota)).map((path) => cache.delete(path)));
  recent.clear();
}

async function readImage(cache: Cache, key: Request): Promise<StoredImage> {
  const path = new URL(key.url).pathname;
  const stored = await cache.match(key);
  return { path, bytes: Number(stored?.headers.get('Content-Length') ?? 0), isRecent: recent.has(path) };
}
