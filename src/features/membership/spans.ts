import { endAfter, type LedgerEntry, laterOf } from './rules.ts';

/** A time in which a user is a member, and the row of the ledger that it comes from. */
export interface Span {
  from: Date;
  to: Date;
  entry: number;
}

/** A row of the ledger with its id. */
export type KeptEntry = LedgerEntry & { id: number };

/**
 * The times of a membership by its ledger, one after the other without overlap; the last ends when the membership does.
 * E.g. two months that are bought at once are two spans, the second from the end of the first. An end that an operator
 * has set cuts off what comes later. Set into a time without membership, it becomes a span without length.
 */
export function spansOf(entries: readonly KeptEntry[]): Span[] {
  let spans: Span[] = [];
  let last: { entry: number; end: Date } | null = null;
  for (const entry of countingEntries(entries)) {
    const before: Date | null = last?.end ?? null;
    const from = laterOf(entry.createdAt, before);
    const to: Date = endAfter(entry, before);
    spans = to > from ? [...spans, { from, to, entry: entry.id }] : cutAt(spans, to);
    last = { entry: entry.id, end: to };
  }
  if (last === null || spans.at(-1)?.to.getTime() === last.end.getTime()) return spans;
  return [...spans, { from: last.end, to: last.end, entry: last.entry }];
}

/** The entries that were not taken back, without those that only take back. */
function countingEntries(entries: readonly KeptEntry[]) {
  const takenBack = new Set(entries.flatMap((entry) => (entry.kind === 'revoke' ? [entry.revokes] : [])));
  return entries.filter((entry) => entry.kind !== 'revoke').filter(({ cause }) => !takenBack.has(cause));
}

function cutAt(spans: readonly Span[], end: Date): Span[] {
  return spans.filter(({ from }) => from < end).map((span) => (span.to > end ? { ...span, to: end } : span));
}
