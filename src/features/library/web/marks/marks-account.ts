import type { ApiClient } from '../../../../web/api-client.ts';
import type { Exchanged } from '../../../../web/exchange.ts';
import { getAll } from '../../../../web/get-all.ts';
import type { BookMarks, Mark, MarksBody } from '../../contract.ts';
import { mostItems } from '../../limits.ts';
import { mergeMarks, withFinished } from '../../marks.ts';
import { type Marks, type MarksOfBooks, type StoredMarks, withNumbering } from './marks.ts';

/** A body holds them with room to spare. */
const mostAtOnce = 400;

/** Syncs a browser's marks with the account, as long as `isHere` says that the account's user still reads here. */
export function exchangeMarks(api: ApiClient, { marks, isHere }: { marks: Marks; isHere: () => boolean }): Exchanged {
  function news(): SentMarks[] {
    const books = Object.entries(marks.read()).filter(([, { unsent }]) => unsent);
    return books.map(([book_uuid, own]) => ({ book_uuid, marks: serialsOf(own), numbers: 'serial' }));
  }

  return {
    hasNews: () => news().length > 0,
    subscribe: marks.subscribe,
    async ask() {
      if (!isHere()) return;
      const received = await getAll(api, '/user/marks');
      if (isHere()) marks.write(withReceived(marks.read(), received));
    },
    async tell() {
      if (!isHere()) return;
      for (const items of inBodies(news())) {
        const { result } = await api.send('POST', '/user/marks', { body: { items } });
        if (isHere()) marks.write(withAnswer(marks.read(), { sent: items, received: result }));
      }
    },
  };
}

/** Sent by serials, since the account may already have a newer numbering. */
type SentMarks = MarksBody['items'][number] & { marks: Mark[] };
const serialsOf = (own: StoredMarks): Mark[] => [...withNumbering(own, undefined).marks];

function inBodies(books: readonly SentMarks[]): SentMarks[][] {
  const bodies: SentMarks[][] = [];
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

/**
 * The marks after the account has sent all of its own. A mark that the account no longer has was removed on another
 * device.
 */
function withReceived(mine: MarksOfBooks, received: readonly BookMarks[]): MarksOfBooks {
  const unsent = Object.entries(mine).filter(([, { unsent }]) => unsent);
  const after: Record<string, StoredMarks> = Object.fromEntries(
    unsent.map(([bookUuid, { finished: _, ...own }]) => [bookUuid, own]),
  );
  for (const { book_uuid, marks, numbering } of received) {
    const kept = mine[book_uuid];
    const own = kept && withNumbering(kept, numbering);
    const known = mergeMarks(own?.unsent ? own.marks : [], marks);
    const merged = withFinished(known, own?.finished ?? []);
    const isNews = own?.unsent || JSON.stringify(merged) !== JSON.stringify(known);
    after[book_uuid] = { marks: merged, ...(numbering && { numbering }), ...(isNews && { unsent: true }) };
  }
  return after;
}

/** The marks after the answer to sent ones; those that were made meanwhile are still to be sent. */
function withAnswer(
  mine: MarksOfBooks,
  { sent, received }: { sent: readonly SentMarks[]; received: readonly BookMarks[] },
): MarksOfBooks {
  const answers = new Map(received.map((answer) => [answer.book_uuid, answer]));
  const after = { ...mine };
  for (const { book_uuid, marks } of sent) {
    const own = after[book_uuid];
    if (!own) continue;
    const isKnown = JSON.stringify(serialsOf(own)) === JSON.stringify(marks);
    const { unsent: _, ...known } = own;
    const left = isKnown ? known : own;
    const answer = answers.get(book_uuid);
    // The account passes over marks of a book that is gone; they are not sent again and again.
    const present = answer ? withNumbering(left, answer.numbering) : left;
    after[book_uuid] = { ...present, marks: mergeMarks(present.marks, answer?.marks ?? []) };
  }
  return after;
}
