import { createHash } from 'node:crypto';
import type { Db } from '../../../server/database/db.ts';
import { createMemo } from '../../../server/database/memo.ts';
import type { Clock } from '../../../server/process/clock.ts';
import { createLru } from '../../../server/process/lru.ts';
import { Payload } from '../../../server/process/payload.ts';
import type { Language } from '../../../shared/languages.ts';
import type { ChapterFacts } from '../../catalog/server/catalog.ts';
import { type Dates, presentAccess } from '../../catalog/server/dates/openings.ts';
import { type Chapters, openChapter, storedChapters } from './open-chapter.ts';
import { type PicturesOf, presentChapter } from './present.ts';
import { findLike, type LikeRow } from './queries.ts';
import type { ChapterContent, Reader } from './reading.ts';
import type { Refuse } from './refusal.ts';

/** Opens a chapter for a user: the body of the answer; rejects with AppError where it may not be read. */
export type OpenForUser = (asked: { chapterId: string; language: Language; reader: Reader }) => Promise<Payload>;

interface UserChaptersDeps {
  db: Db;
  clock: Clock;
  dates: Dates;
  /** Pictures with addresses that everybody may open. */
  picturesFreeUntil: (until: string | null) => PicturesOf;
  /** Pictures with signed addresses, which this reader alone may open. */
  signedPicturesFor(reader: Reader): PicturesOf;
  refuse: Refuse;
  /** When addresses that are signed now stop working. */
  addressExpiry(): Date;
}

/** An import may change a chapter; readers see the change within this time. */
const rememberedMs = 3000;
const mostChapters = 5000;
const mostPayloadBytes = 64 * 1024 * 1024;
/** For this time after a like, the reader's answers skip the memory, so that they see their like counted. */
const justNowMs = 10_000;

interface VersionedContent extends ChapterContent {
  version: string;
}

/** The body of an answer, and the facts that it was made from. */
interface KeptPayload {
  payload: Payload;
  madeOf: string;
}

/**
 * The session and the right to read are asked for each time. The content of the chapter, the same for all who may read
 * it, is remembered for seconds, and a session's signed addresses until they would be signed anew.
 */
export function createUserChapters(deps: UserChaptersDeps): OpenForUser {
  const { db, clock } = deps;
  const options = {
    keepMs: rememberedMs,
    limit: mostChapters,
    now: () => clock().getTime(),
    changedAt: deps.dates.changedAt,
  };
  // An unknown chapter is not remembered: it may be published at any moment.
  const facts = createMemo<ChapterFacts | null>({ ...options, keepMsOf: (found) => (found ? rememberedMs : 0) });
  const contents = createMemo<VersionedContent>(options);
  const payloads = createLru<KeptPayload>({
    limit: mostPayloadBytes,
    // Room for the body and its compressed form.
    sizeOf: ({ payload }) => payload.raw.length * 2,
  });

  const stored = storedChapters(db);
  const { dates, refuse } = deps;
  const remembered: Chapters<VersionedContent> & { dates: Dates; refuse: Refuse } = {
    ...{ dates, refuse },
    find: (asked) => facts.get(`${asked.chapterId} ${asked.language}`, () => stored.find(asked)),
    read: (chapter) =>
      contents.get(`${chapter.id} ${chapter.language}`, async () => versioned(await stored.read(chapter))),
  };

  return async ({ chapterId, language, reader }) => {
    const { chapter, access, content } = await openChapter(remembered, { chapterId, language, reader });
    const like = await findLike(db, { userId: reader.userId, chapterId });
    const counted = (isJustNow(like, reader) && (await stored.find({ chapterId, language }))) || chapter;
    const isFree = access.state === 'free';
    const shownAccess = presentAccess(isFree ? access : { ...access, reason: 'member' });
    const alreadyFavor = like?.liked ?? false;
    const goodUntil = isFree ? 0 : deps.addressExpiry().getTime();
    const key = `${reader.imageAudience} ${chapterId} ${language}`;
    const madeOf = JSON.stringify([content.version, counted, shownAccess, alreadyFavor, goodUntil]);
    const kept = payloads.get(key);
    if (kept?.madeOf === madeOf) return kept.payload;

    const picturesOf = isFree ? deps.picturesFreeUntil(shownAccess.until) : deps.signedPicturesFor(reader);
    const shown = { access: shownAccess, alreadyFavor, picturesOf };
    const result = await presentChapter({ chapter: counted, content }, shown);
    const payload = new Payload(JSON.stringify({ data: { result } }));
    payloads.set(key, { payload, madeOf });
    return payload;
  };
}

function isJustNow(like: LikeRow | null, { now }: Reader): boolean {
  return like !== null && now.getTime() - like.changedAt.getTime() < justNowMs;
}

function versioned(content: ChapterContent): VersionedContent {
  return { ...content, version: createHash('sha256').update(JSON.stringify(content)).digest('base64url') };
}
