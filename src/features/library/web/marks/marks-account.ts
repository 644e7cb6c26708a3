import type { ApiClient } from '../../../../web/api-client.ts';
import type { Exchanged } from '../../../../web/exchange.ts';
import type { BookMarks, MarksAnswer, MarksBody } from '../../contract.ts';
import { mostItems } from '../../limits.ts';
import { mergeMarks, withFinished } from '../../marks.ts';
import type { KeptMarks, Marks, MarksOfBooks } from './marks.ts';

/** A body holds them with room to spare. */
const mostAtOnce = 400;

/** A browser's marks and the account's, while `isHere` says that the account's user still reads here. */
export function exchangeMarks(api: ApiClient, { marks, isHere }: { marks: Marks; isHere: () => boolean }): Exchanged {
  function news(): BookMarks[] {
    const books = Object.entries(marks.read()).filter(([, { unsent }]) => unsent);
    return books.map(([book_uuid, own]) => ({ book_uuid, marks: [...own.marks] }));
  }

  return {
    hasNews: () => news().length > 0,
    subscribe: marks.subscribe,
    async ask() {
      if (!isHere()) return;
      const { result } = await api.get<MarksAnswer>('/user/marks');
      if (isHere()) marks.write(withReceived(marks.read(), result));
    },
    async tell() {
      if (!isHere()) return;
      for (const items of inBodies(news())) {
        const { result } = await api.send<MarksAnswer>('POST', '/user/marks', { items } satisfies MarksBody);
        if (isHere()) marks.write(withAnswer(marks.read(), { sent: items, received: result }));
      }
    },
  };
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

/** The marks after an answer with all of the account's. Those that it no longer has were removed on another device. */
function withReceived(mine: MarksOfBooks, received: readonly BookMarks[]): MarksOfBooks {
  const unsent = Object.entries(mine).filter(([, { unsent }]) => unsent);
  const after: Record<string, KeptMarks> = Object.fromEntries(
    unsent.map(([bookUuid, { marks }]) => [bookUuid, { marks, unsent: true }]),
  );
  for (const { book_uuid, marks } of received) {
    const known = mergeMarks(after[book_uuid]?.marks ?? [], marks);
    const merged = withFinished(known, mine[book_uuid]?.finished ?? []);
    const isNews = after[book_uuid] !== undefined || JSON.stringify(merged) !== JSON.stringify(known);
    after[book_uuid] = { marks: merged, ...(isNews && { unsent: true }) };
  }
  return after;
}

/** The marks after the answer to sent ones; those that were made meanwhile are still to be sent. */
function withAnswer(
  mine: MarksOfBooks,
  { sent, received }: { sent: readonly BookMarks[]; received: readonly BookMarks[] },
): MarksOfBooks {
  const answers = new Map(received.map(({ book_uuid, marks }) => [book_uuid, marks]));
  const after = { ...mine };
  for (const { book_uuid, marks } of sent) {
    const own = after[book_uuid];
    if (!own) continue;
    const { unsent: _, ...known } = own;
    const isKnown = JSON.stringify(own.marks) === JSON.stringify(marks);
    // The account passes over marks of a book that is gone; they are not sent again and again.
    const merged = mergeMarks(own.marks, answers.get(book_uuid) ?? []);
    after[book_uuid] = { ...(isKnown ? known : own), marks: merged };
  }
  return after;
}
