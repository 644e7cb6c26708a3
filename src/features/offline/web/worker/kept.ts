import {
  type AskedFor,
  chapterCall,
  everyone,
  type KeptChapter,
  keptAddress,
  keptCacheName,
  readKeptAddress,
  rightToKept,
} from '../../rules.ts';
import { readRecord } from '../kept-record.ts';
import { tellsOfReading } from './names.ts';
import { after, answerPublicly } from './pages.ts';
import type { RequestEvent } from './scope.ts';

/** How long the network may take where the chapter is at hand. */
const patienceMs = 4000;

/** A chapter as the server answers it; one that was kept, for whom it was kept, where no answer comes. */
export async function answerChapter(event: RequestEvent, asked: AskedFor): Promise<Response> {
  const chapterUuid = chapterCall(asked.path)?.chapterUuid ?? '';
  const viewer = viewerOf(event.request.headers.get('Authorization'));
  const kept = await findKept(chapterUuid, viewer);
  if (!kept) return asked.hasCredentials ? fetch(event.request) : answerPublicly(event, asked);
  try {
    const fresh = fetch(event.request);
    fresh.catch(() => {}); // of a failure hears the race
    const answer = await Promise.race([fresh, after(patienceMs)]);
    if (!answer) return await answerKept(kept, viewer);
    // The right is over, or the chapter is gone: the server's word is the last.
    if (answer.status === 403 || answer.status === 404) event.waitUntil(caches.delete(keptCacheName(kept)));
    return answer;
  } catch {
    return answerKept(kept, viewer);
  }
}

/** An image of a kept chapter; it has no other address than this one. */
export async function answerKeptImage(asked: AskedFor): Promise<Response> {
  const named = readKeptAddress(asked.path);
  const kept = named && (await readRecord(named));
  // The owner was settled when the address was handed out; the time of the right may have ended since.
  const isOpen = kept && rightToKept(kept, { viewer: kept.owner, now: Date.now() }) === 'open';
  const image = isOpen && (await (await caches.open(keptCacheName(kept))).match(asked.path));
  return image || new Response(null, { status: 404 });
}

/** A logout forgets what was read here (spec: offline.md#kept-chapters); asked for before the server has answered. */
export async function forgetReading(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter(tellsOfReading).map((name) => caches.delete(name)));
}

async function findKept(chapterUuid: string, viewer: string | null): Promise<KeptChapter | null> {
  const own = viewer && (await readRecord({ owner: viewer, chapterUuid }));
  return own || readRecord({ owner: everyone, chapterUuid });
}

async function answerKept(kept: KeptChapter, viewer: string | null): Promise<Response> {
  const stored = await (await caches.open(keptCacheName(kept))).match(keptAddress(kept, 'chapter'));
  if (!stored) return Response.error();
  if (rightToKept(kept, { viewer, now: Date.now() }) === 'open') return stored;
  // As the server says it when a membership is over.
  const place = {
    book_uuid: kept.bookUuid,
    book_title: kept.bookTitle,
    chapter_number: kept.number,
    title: kept.title,
    prev_chapter_uuid: null,
    prev_chapter_number: null,
    next_chapter_uuid: null,
    next_chapter_number: null,
  };
  const body = { error: 'Your membership has expired', code: 'membership_expired', chapter: place };
  return new Response(JSON.stringify(body), { status: 403, headers: { 'Content-Type': 'application/json' } });
}

/** The user of a token. It is not verified: it opens only what this device holds, and that is swept for other users. */
function viewerOf(authorization: string | null): string | null {
  const payload = /^Token [\w-]+\.([\w-]+)\./.exec(authorization ?? '')?.[1];
  if (!payload) return null;
  try {
    const { sub }: { sub?: unknown } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof sub === 'string' ? sub : null;
  } catch {
    return null;
  }
}
