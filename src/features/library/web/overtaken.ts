import type { Elsewhere } from './kept-places.ts';

/** Another hand has read on in the book that is open on this page. */
export interface Overtaken {
  bookUuid: string;
  by: Elsewhere;
}

let overtaken: Overtaken | null = null;
const listeners = new Set<() => void>();

/** Where another hand is further on in a book than this page; null where there is nothing to ask. */
export function overtakenIn(bookUuid: string): Elsewhere | null {
  return overtaken?.bookUuid === bookUuid ? overtaken.by : null;
}

export function setOvertaken(next: Overtaken | null): void {
  if (JSON.stringify(next) === JSON.stringify(overtaken)) return;
  overtaken = next;
  for (const listener of listeners) listener();
}

export function subscribeToOvertaken(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
