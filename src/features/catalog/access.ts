import { freeChapterCount } from './rules.ts';

/** What the publisher says of a chapter: `rule` follows the book's rules. */
export type AccessOverride = 'rule' | 'free' | 'members';

/** The facts that the decision about a chapter needs of it and its book (spec: reading.md#access). */
export interface AccessFacts {
  number: number;
  publicFreeChapters: number | null;
  /** Days after its publication on which a chapter opens to all; null: never. */
  earlyAccessDays: number | null;
  /** When the first of its editions was published. */
  publishedAt: Date;
  access: AccessOverride;
  freeAt: Date | null;
}

/** A span of time, [from, to), in which books are open to all. */
export interface FreeWindow {
  from: Date;
  to: Date;
}

export type AccessReason = 'override' | 'first_free' | 'early_access' | 'window' | 'rule' | 'member';

export interface Access {
  state: 'free' | 'members';
  reason: AccessReason;
  /** When it opens to all; null: it is open, or no such moment is known. */
  freeAt: Date | null;
  /**
   * The end of the present free window, or of the one that begins at `freeAt`; null: no window is meant, or the chapter
   * is free for good by then.
   */
  until: Date | null;
}

const dayMs = 24 * 60 * 60 * 1000;

const freeForGood = (reason: AccessReason): Access => ({ state: 'free', reason, freeAt: null, until: null });

/**
 * Decides who may read a published chapter at a moment, and why: the one decision, for its text, images, labels and feeds.
 * `freeWindows` are those of its book and of the site that are not over, merged and in order.
 */
export function decideAccess(facts: AccessFacts, freeWindows: readonly FreeWindow[], now: Date): Access {
  const { access, freeAt } = facts;
  if (access === 'free' || (freeAt !== null && freeAt <= now)) return freeForGood('override');
  if (access === 'members') return { state: 'members', reason: 'override', freeAt, until: null };
  if (facts.number <= freeChapterCount(facts.publicFreeChapters)) return freeForGood('first_free');
  const early = freeAt === null ? endOfEarlyAccess(facts) : null;
  if (early !== null && early <= now) return freeForGood('early_access');
  const lasting = freeAt ?? early;
  const next = freeWindows.find(({ to }) => to > now);
  if (next && next.from <= now)
    // If the chapter opens for good by the end of the window, that end changes nothing.
    return { state: 'free', reason: 'window', freeAt: null, until: isBy(lasting, next.to) ? null : next.to };
  const reason = freeAt !== null ? 'override' : early !== null ? 'early_access' : 'rule';
  // If both begin at the same moment, the lasting freedom counts, not the window.
  if (next && (lasting === null || next.from < lasting))
    return { state: 'members', reason, freeAt: next.from, until: isBy(lasting, next.to) ? null : next.to };
  return { state: 'members', reason, freeAt: lasting, until: null };
}

/** When early access to a chapter ends; null: never. */
export function endOfEarlyAccess({ publishedAt, earlyAccessDays }: AccessFacts): Date | null {
  return earlyAccessDays === null ? null : new Date(publishedAt.getTime() + earlyAccessDays * dayMs);
}

function isBy(moment: Date | null, limit: Date): boolean {
  return moment !== null && moment <= limit;
}

/** Windows that touch or overlap are one window; the result is in the order of time. */
export function mergeWindows(windows: readonly FreeWindow[]): FreeWindow[] {
  const merged: FreeWindow[] = [];
  for (const { from, to } of [...windows].sort((a, b) => a.from.getTime() - b.from.getTime())) {
    const last = merged.at(-1);
    if (!last || from > last.to) merged.push({ from, to });
    else if (to > last.to) merged[merged.length - 1] = { from: last.from, to };
  }
  return merged;
}
