import type { ChapterAnswer, LockedChapter } from '../../../reading/contract.ts';
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
import { revealsReading } from './names.ts';
import { after, answerPublicly } from './pages.ts';
import type { RequestEvent } from './scope.ts';

/** How long the network may take where the chapter is kept. */
const patienceMs = 4000;

/** A chapter as the server answers it; without an answer the kept one, for the reader it was kept for. */
export async function answerChapter(event: RequestEvent, asked: AskedFor): Promise<Response> {
  const chapterUuid = chapterCall(asked.path)?.chapterUuid ?? '';
  const viewer = viewerOf(event.request.headers.get('Authorization'));
  const kept = await findKept(chapterUuid, viewer);
  if (!kept) return asked.hasCredentials ? fetch(event.request) : answerPublicly(event, asked);
  try {
    const fresh = fetch(event.request);
    fresh.catch(() => {}); // the race below handles a failure
    const answer = await Promise.race([fresh, after(patienceMs)]);
    if (!answer) return await answerKept(kept, viewer);
    // The right has ended, or the chapter is gone: the server decides.
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
  // The owner was checked when the address was given; the right may have ended since.
  const isOpen = kept && rightToKept(kept, { viewer: kept.owner, now: Date.now() }) === 'open';
  const image = isOpen && (await (await caches.open(keptCacheName(kept))).match(asked.path));
  return image || new Response(null, { status: 404 });
}

/** A logout removes what was read here (spec: offline.md#kept-chapters), before the server has answered. */
export async function forgetReading(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter(revealsReading).map((name) => caches.delete(name)));
}

async function findKept(chapterUuid: string, viewer: string | null): Promise<KeptChapter | null> {
  const own = viewer && (await readRecord({ owner: viewer, chapterUuid }));
  return own || readRecord({ owner: everyone, chapterUuid });
}

async function answerKept(kept: KeptChapter, viewer: string | null): Promise<Response> {
  const stored = await (await caches.open(keptCacheName(kept))).match(keptAddress(kept, 'chapter'));
  if (!stored) return Response.error();
  if (rightToKept(kept, { viewer, now: Date.now() }) === 'open') return stored;
  // The same answer as the server's when a membership, or the free window of a chapter, is over.
  const { data }: { data: ChapterAnswer } = await stored.json(); // written by keep-chapter.ts
  const { kind, language, text_language } = data.result;
  const chapter: LockedChapter = {
    book_uuid: kept.bookUuid,
    book_title: kept.bookTitle,
    chapter_number: kept.number,
    title: kept.title,
    prev_chapter_uuid: null,
    prev_chapter_number: null,
    next_chapter_uuid: null,
    next_chapter_number: null,
    access: { state: 'members', free_at: null, until: null, reason: 'rule' },
    kind,
    language,
    ...(text_language && { text_language }),
  };
  const refusal =
    kept.owner === everyone
      ? { error: 'This chapter is only open to members', code: 'membership_required', chapter }
      : { error: 'Your membership has expired', code: 'membership_expired', chapter };
  return new Response(JSON.stringify(refusal), { status: 403, headers: { 'Content-Type': 'application/json' } });
}

/**
 * The user of a token. It is not verified: it gives access only to this device, from which other users' chapters are
 * removed.
 */
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
