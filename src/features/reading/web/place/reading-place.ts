/** A place is noted when it has stood for a second, and at most every five (spec: reader.md#place). */
const settleMs = 1000;
const restMs = 5000;

/** How long to wait before a place is noted that has just changed. */
export function waitBeforeNote({ now, notedAt }: { now: number; notedAt: number | null }): number {
  return Math.max(settleMs, notedAt === null ? 0 : notedAt + restMs - now);
}
