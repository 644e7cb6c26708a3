import { keep, readKept, subscribeToKept, subscribeToSession } from '../../../web/session.ts';
import type { Mark } from '../contract.ts';
import { type Finished, mergeMarks } from '../marks.ts';
import { isRecord, mapEntries, visitor } from './kept-places.ts';
import { ownerNow } from './own-places.ts';

/** What a browser keeps of a reader's marks in a book. */
export interface KeptMarks {
  marks: readonly Mark[];
  /** The account does not know them yet. */
  unsent?: boolean;
  /** Chapters that were read to their end since the account was last asked: it may know of a mark that is older. */
  finished?: readonly Finished[];
}

/** By the uuid of their books. */
export type MarksOfBooks = Readonly<Record<string, KeptMarks>>;

let last: { raw: unknown; owner: string; marks: MarksOfBooks } | null = null;

/** The marks of whoever reads here: the same object until they change. */
export function readMyMarks(): MarksOfBooks {
  const raw = readKept('READING_MARKS');
  const owner = ownerNow();
  if (last && last.raw === raw && last.owner === owner) return last.marks;
  const marks = marksFor(owner, raw);
  last = { raw, owner, marks };
  return marks;
}

/** Those of a visitor become those of whoever logs in; one user's are never shown to another. */
function marksFor(owner: string, raw: unknown): MarksOfBooks {
  const kept = mapEntries(raw, (books) => mapEntries(books, keptMarks));
  const mine = kept[owner] ?? {};
  if (owner === visitor) return mine;
  const merged = { ...mine };
  for (const [bookUuid, { marks }] of Object.entries(kept[visitor] ?? {})) {
    const own = merged[bookUuid];
    merged[bookUuid] = { ...own, marks: mergeMarks(own?.marks ?? [], marks), unsent: true };
  }
  return merged;
}

/** Storage may hold anything: what is no mark is dropped. */
function keptMarks(value: unknown): KeptMarks | undefined {
  if (!isRecord(value) || !Array.isArray(value.marks) || !value.marks.every(isMark)) return undefined;
  const { marks, unsent, finished } = value;
  return {
    marks,
    ...(unsent === true && { unsent }),
    ...(Array.isArray(finished) && finished.every(isFinished) && { finished }),
  };
}

const isMark = (value: unknown): value is Mark =>
  isRecord(value) &&
  [value.first, value.last].every(Number.isInteger) &&
  typeof value.is_read === 'boolean' &&
  isTime(value.marked_at);

const isFinished = (value: unknown): value is Finished =>
  Array.isArray(value) && Number.isInteger(value[0]) && isTime(value[1]);

const isTime = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value));

/** Writes the marks of whoever reads here; those of a user who is no longer here go when another one writes. */
export function writeMyMarks(books: MarksOfBooks): void {
  const owner = ownerNow();
  const raw = readKept('READING_MARKS');
  const others = owner === visitor && isRecord(raw) ? raw : {};
  const worth = Object.entries(books).filter(([, { marks, finished }]) => marks.length > 0 || finished !== undefined);
  const after = { ...others, [owner]: Object.fromEntries(worth) };
  const isNothing = raw === null && worth.length === 0;
  if (!isNothing && JSON.stringify(after) !== JSON.stringify(raw)) keep('READING_MARKS', after);
}

/** Calls back when the marks change: here, in another tab, or because somebody else reads now. */
export function subscribeToMyMarks(listener: () => void): () => void {
  const ends = [subscribeToKept('READING_MARKS', listener), subscribeToSession(listener)];
  return () => {
    for (const end of ends) end();
  };
}
