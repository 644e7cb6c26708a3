import { createBoundedCache } from '../../../server/bounded-cache.ts';
import { createMemo } from '../../../server/memo.ts';
import type { ImageRight } from '../rules.ts';

/** Decides by one query to the database; without an audience it decides what everybody may have. */
export type DecideImage = (asked: { imageId: string; audience: string | null }) => Promise<ImageRight>;
type Signed = { imageId: string; audience: string };

/** The rights to images, cached for some seconds. */
export type ImageRights = {
  isPublic(imageId: string): boolean;
  /** Whether the session's right to one of the image's chapters is cached. */
  isAllowed(asked: Signed): boolean;
  ofAnybody(imageId: string): Promise<ImageRight['kind']>;
  ofSession(asked: Signed): Promise<ImageRight['kind']>;
};

/** Within 5 s of the end of a right its addresses stop working (spec: media.md#rights). */
const grantedMs = 4000;
/** For refusals, mostly of guessed addresses. Nothing is cached about a session that was refused. */
const refusedMs = 250;
const mostRemembered = 50_000;

/**
 * Caches a session's right by chapter, and the chapters of images. So a chapter's images cost one query, also where
 * they are requested at once, because each session makes one query at a time.
 */
export function createImageRights(deps: { decide: DecideImage; now: () => number }): ImageRights {
  const { decide, now } = deps;
  const anybody = createMemo<ImageRight['kind']>({
    keepMs: grantedMs,
    keepMsOf: (kind) => (kind === 'public' ? grantedMs : refusedMs),
    limit: mostRemembered,
    now,
  });
  const chapters = createBoundedCache<{ id: string; until: number }>({ limit: mostRemembered });
  const grants = createBoundedCache<number>({ limit: mostRemembered });
  const underWay = new Map<string, Promise<unknown>>();

  const isPublic = (imageId: string) => anybody.peek(imageId) === 'public';

  function isAllowed({ imageId, audience }: Signed): boolean {
    const chapter = chapters.get(imageId);
    if (!chapter || chapter.until <= now()) return false;
    return (grants.get(`${audience} ${chapter.id}`) ?? 0) > now();
  }

  async function ask(asked: Signed): Promise<ImageRight['kind']> {
    const until = now() + grantedMs; // counted from the query on: its answer may come late
    const right = await decide(asked);
    if (right.kind !== 'allowed') return right.kind;
    for (const imageId of right.imageIds) chapters.set(imageId, { id: right.chapterId, until });
    grants.set(`${asked.audience} ${right.chapterId}`, until);
    return right.kind;
  }

  return {
    isPublic,
    isAllowed,
    ofAnybody: (imageId) => anybody.get(imageId, async () => (await decide({ imageId, audience: null })).kind),
    async ofSession(asked) {
      for (;;) {
        if (isPublic(asked.imageId)) return 'public';
        if (isAllowed(asked)) return 'allowed';
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
