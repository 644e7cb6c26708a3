import { useSyncExternalStore } from 'react';
import type { Mark } from '../contract.ts';
import { type MarksOfBooks, readMyMarks, subscribeToMyMarks } from './own-marks.ts';

const none: readonly Mark[] = [];
const nothing: MarksOfBooks = {};

/** What the reader has marked by hand in a book; nothing while rendering on the server. */
export function useMarks(bookUuid: string): readonly Mark[] {
  return useSyncExternalStore(
    subscribeToMyMarks,
    () => readMyMarks()[bookUuid]?.marks ?? none,
    () => none,
  );
}

/** The same, for all books. */
export function useAllMarks(): MarksOfBooks {
  return useSyncExternalStore(subscribeToMyMarks, readMyMarks, () => nothing);
}
