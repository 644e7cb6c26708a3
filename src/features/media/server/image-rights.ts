import { createMemo } from '../../../server/database/memo.ts';
import { isPreviewing } from '../../../server/database/preview.ts';
import { createLru } from '../../../server/process/lru.ts';
import type { ImageRight } from '../rules.ts';

/** Decides by one query to the database; without an audience it decides what everybody may have. */
export type DecideImage = (asked: { imageId: string; audience: string | null }) => Promise<ImageRight>;
type Signed = { imageId: string; audience: string };

/** The rights to images, cached for some seconds. */
export type ImageRights = {
  /** Whether everybody may have it for good, as far as is cached. */
  isPublic(imageId: string): boolean;
  /** Whether the session's right to one of the image's chapters is cached. */
  isAllowed(asked: Signed): boolean;
  ofAnybody(imageId: string): Promise<Right>;
  ofSession(asked: Signed): Promise<Right>;
};

/** `until`: the end of what is public; null: it is public for good, or not public. */
export type Right = { kind: ImageRight['kind']; until: Date | null };

/** Within 5 s of the end of a right its addresses stop working (spec: media.md#rights). */
const grantedMs = 4000;
/** For refusals, mostly of guessed addresses. Nothing is cached about a session that was refused. */
const refusedMs = 250;
const mostRemembered = 50_000;

/**
 * Caches a session's right by chapter, and the chapters of images. So a chapter's images cost one query, also where
 * they are requested at once, because each session makes one query at a time.
 */
export function createImageRights(deps: {
  decide: DecideImage;
  now: () => number;
  /** By the database's clock. */
  msUntil: (moment: Date) => number;
  /** Rights that were asked for before that time are out of date. */
  changedAt: () => number;
}): ImageRights {
  const { decide, now, msUntil, changedAt } = deps;
  const anybody = createMemo<Right>({
    keepMs: grantedMs,
    keepMsOf: ({ kind, until }) => {
      if (kind !== 'public') return refusedMs;
      return until === null ? grantedMs : Math.min(grantedMs, msUntil(until));
    },
    limit: mostRemembered,
    now,
    changedAt,
  });
  const chapters = createLru<{ id: string; asked: number; until: number }>({ limit: mostRemembered });
  const grants = createLru<{ asked: number; until: number }>({ limit: mostRemembered });
  const underWay = new Map<string, Promise<unknown>>();

  const isYoung = (kept: { asked: number; until: number } | undefined) =>
    kept !== undefined && kept.until > now() && kept.asked >= changedAt();
  const isPublic = (imageId: string) => {
    const right = anybody.peek(imageId);
    return right?.kind === 'public' && right.until === null;
  };

  function isAllowed({ imageId, audience }: Signed): boolean {
    if (isPreviewing()) return false;
    const chapter = chapters.get(imageId);
    return chapter !== undefined && isYoung(chapter) && isYoung(grants.get(`${audience} ${chapter.id}`));
  }

  async function ask(signed: Signed): Promise<Right> {
    const asked = now(); // counted from the query on: its answer may come late
    const kept = { asked, until: asked + grantedMs };
    const right = await decide(signed);
    if (right.kind !== 'allowed' || isPreviewing()) return withEnd(right);
    for (const imageId of right.imageIds) chapters.set(imageId, { id: right.chapterId, ...kept });
    grants.set(`${signed.audience} ${right.chapterId}`, kept);
    return withEnd(right);
  }

  return {
    isPublic,
    isAllowed,
    ofAnybody: (imageId) => anybody.get(imageId, async () => withEnd(await decide({ imageId, audience: null }))),
    async ofSession(asked) {
      for (;;) {
        if (isPublic(asked.imageId)) return { kind: 'public', until: null };
        if (isAllowed(asked)) return { kind: 'allowed', until: null };
        const running = underWay.get(asked.audience);
        if (!running) break;
        await running;
      }
      const asking = ask(asked).finally(() => underWay.delete(asked.audience));
      underWay.set(asked.audience, asking);
      return await asking;
    },
  };
}

function withEnd(right: ImageRight): Right {
  return { kind: right.kind, until: right.kind === 'public' ? right.until : null };
}
