import { type Access, type AccessFacts, decideAccess } from '../../access.ts';
import type { AccessOnWire } from '../../contract.ts';
import type { Release } from './release.ts';

/** The part of `Release` that decides about chapters. */
export type Dates = Pick<Release, 'now' | 'freeWindowsOf' | 'changedAt'>;

/** The access to a published chapter of this book at a moment; now by default. */
export function accessOf(dates: Dates, facts: AccessFacts & { bookId: string }, now = dates.now()): Access {
  return decideAccess(facts, dates.freeWindowsOf(facts.bookId), now);
}

export function presentAccess({ state, reason, freeAt, until }: Access): AccessOnWire {
  return { state, free_at: freeAt?.toISOString() ?? null, until: until?.toISOString() ?? null, reason };
}

/** When the next chapter of a book opens to all, and when the window that opens chapters now ends. */
export function presentOpenings(
  dates: Dates,
  book: { id: string; nextFreeAt: Date | null; nextOwnFreeAt: Date | null; windowOpens: boolean },
): { next_free_at: string | null; free_until: string | null } {
  const now = dates.now();
  const freeWindow = book.windowOpens ? dates.freeWindowsOf(book.id).find(({ to }) => to > now) : undefined;
  const isRunning = freeWindow !== undefined && freeWindow.from <= now;
  const coming = isRunning ? [book.nextOwnFreeAt] : [book.nextFreeAt, book.nextOwnFreeAt, freeWindow?.from ?? null];
  const next = coming.filter((moment) => moment !== null && moment > now);
  const first = next.length === 0 ? null : new Date(Math.min(...next.map((moment) => moment?.getTime() ?? 0)));
  return {
    next_free_at: first?.toISOString() ?? null,
    free_until: isRunning ? freeWindow.to.toISOString() : null,
  };
}
