import type { ApiClient } from '../../../web/api-client.ts';
import type { BookMarks, MarksAnswer, MarksBody } from '../contract.ts';
import { mostItems } from '../limits.ts';
import { withMarksAnswer, withToldMarks } from './marks-exchange.ts';
import { readMyMarks, writeMyMarks } from './own-marks.ts';

/** A body holds them with room to spare. */
const mostAtOnce = 400;

export const hasMarksToTell = (): boolean => Object.values(readMyMarks()).some(({ unsent }) => unsent);

/** The account's side of what is marked by hand, while `isHere` says that its user still reads here. */
export function createMarksAccount(api: ApiClient, isHere: () => boolean) {
  async function ask(): Promise<void> {
    if (!isHere()) return;
    const { result } = await api.get<MarksAnswer>('/user/marks');
    if (isHere()) writeMyMarks(withToldMarks(readMyMarks(), result));
  }

  async function tell(): Promise<void> {
    if (!isHere()) return;
    for (const items of inBodies(unsentMarks())) {
      const { result } = await api.send<MarksAnswer>('POST', '/user/marks', { items } satisfies MarksBody);
      if (isHere()) writeMyMarks(withMarksAnswer(readMyMarks(), { sent: items, told: result }));
    }
  }

  return { ask, tell };
}

function unsentMarks(): BookMarks[] {
  const books = Object.entries(readMyMarks()).filter(([, { unsent }]) => unsent);
  return books.map(([book_uuid, { marks }]) => ({ book_uuid, marks: [...marks] }));
}

function inBodies(books: readonly BookMarks[]): BookMarks[][] {
  const bodies: BookMarks[][] = [];
  let room = 0;
  for (const book of books) {
    const body = bodies.at(-1);
    if (body && body.length < mostItems && book.marks.length <= room) body.push(book);
    else {
      bodies.push([book]);
      room = mostAtOnce;
    }
    room -= book.marks.length;
  }
  return bodies;
}
