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
      if (isHere()) marks.write(withTold(marks.read(), result));
    },
    async tell() {
      if (!isHere()) return;
      for (const items of inBodies(news())) {
        const { result } = await api.send<MarksAnswer>('POST', '/user/marks', { items } satisfies MarksBody);
        if (isHere()) marks.write(withAnswer(marks.read(), { sent: items, told: result }));
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

/** With all that the account knows. What it no longer has was forgotten on another device. */
function withTold(mine: MarksOfBooks, told: readonly BookMarks[]): MarksOfBooks {
  const unsent = Object.entries(mine).filter(([, { unsent }]) => unsent);
  const after: Record<string, KeptMarks> = Object.fromEntries(
    unsent.map(([bookUuid, { marks }]) => [bookUuid, { marks, unsent: true }]),
  );
  for (const { book_uuid, marks } of told) {
    const known = mergeMarks(after[book_uuid]?.marks ?? [], marks);
    const merged = withFinished(known, mine[book_uuid]?.finished ?? []);
    const isNews = after[book_uuid] !== undefined || JSON.stringify(merged) !== JSON.stringify(known);
    after[book_uuid] = { marks: merged, ...(isNews && { unsent: true }) };
  }
  return after;
}

/** With what has come of what was sent; what was marked meanwhile is still to be told. */
function withAnswer(
  mine: MarksOfBooks,
  { sent, told }: { sent: readonly BookMarks[]; told: readonly BookMarks[] },
): MarksOfBooks {
  const answers = new Map(told.map(({ book_uuid, marks }) => [book_uuid, marks]));
  const after = { ...mine };
  for (const { book_uuid, marks } of sent) {
    const own = after[book_uuid];
    if (!own) continue;
    const { unsent: _, ...known } = own;
    const isKnown = JSON.stringify(own.marks) === JSON.stringify(marks);
    // What the account passes over, since the book is gone, is not sent again and again.
    const merged = mergeMarks(own.marks, answers.get(book_uuid) ?? []);
    after[book_uuid] = { ...(isKnown ? known : own), marks: merged };
  }
  return after;
}
