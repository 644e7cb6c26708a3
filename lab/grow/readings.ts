import type { EventName } from '../../src/features/reading/contract.ts';
import { popularityOf } from '../../src/features/reading/rules.ts';
import type { BookDayRow, EventRow, LikeRow } from '../../src/features/reading/testing/fillable.ts';
import { originalAt, type Plan } from './plan.ts';
import { at, shareOut } from './shares.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Events are kept for nine days; the filling makes those of the last eight. */
const eventDays = 8;
const likeDays = 365;
/** The names of four events in turn, as browsers send them for a reading. */
const turns = ['open_book', 'start_reading', 'finished_reading', 'start_reading'] as const;
const longestDelayMs = 9_000;

/** All events, day by day in their order. */
export function* eventRows(plan: Plan): Generator<EventRow> {
  let place = 0;
  for (let ago = eventDays; ago >= 1; ago--) {
    for (let book = 0; book < plan.asked.books; book++) {
      const count = eventsOn(plan, { book, ago });
      if (count === 0) continue;
      const bookId = plan.ids.book.id(book);
      const language = originalAt(plan, book);
      const first = turnOn(plan, { book, ago });
      for (let event = 0; event < count; event++) {
        const name = turns[(first + event) % turns.length] ?? 'open_book';
        const occurredAt = plan.today - ago * dayMs + plan.chances.day.at(place) * (dayMs - 2 * longestDelayMs);
        yield {
          day: Math.floor(occurredAt / dayMs) * dayMs,
          event_id: plan.ids.event.id(place),
          name,
          book_id: bookId,
          chapter_id: name === 'open_book' ? null : plan.ids.chapter.id(book, chapterRead(plan, { book, place })),
          language,
          occurred_at: Math.round(occurredAt),
          received_at: Math.round(occurredAt + plan.chances.day.at(place, 1) * longestDelayMs),
        };
        place += 1;
      }
    }
  }
}

/** Most read a book's first chapters. */
function chapterRead(plan: Plan, { book, place }: { book: number; place: number }): number {
  return 1 + Math.floor(at(plan.chaptersOf, book) * plan.chances.day.at(place, 2) ** 3);
}

function eventsOn(plan: Plan, { book, ago }: { book: number; ago: number }): number {
  const all = at(plan.eventsOf, book);
  const shift = Math.floor(plan.chances.day.at(book, 3) * eventDays);
  return Math.floor(all / eventDays) + ((ago + shift) % eventDays < all % eventDays ? 1 : 0);
}

function turnOn(plan: Plan, { book, ago }: { book: number; ago: number }): number {
  return Math.floor(plan.chances.day.at(book, 3 + ago) * turns.length);
}

/** The number of a book's events of a day, by name. */
function namesOn(
  plan: Plan,
  asked: { book: number; ago: number },
): { opens: number; starts: number; finishes: number } {
  const count = eventsOn(plan, asked);
  const first = turnOn(plan, asked);
  const whole = Math.floor(count / turns.length);
  const rest = Array.from({ length: count % turns.length }, (_, event) => turns[(first + event) % turns.length]);
  const of = (name: EventName) =>
    whole * turns.filter((turn) => turn === name).length + rest.filter((turn) => turn === name).length;
  return { opens: of('open_book'), starts: of('start_reading'), finishes: of('finished_reading') };
}

/** The days of the events. */
export function daysOfEvents(plan: Plan): Date[] {
  return Array.from({ length: eventDays }, (_, index) => new Date(plan.today - (eventDays - index) * dayMs));
}

/** The likes of each chapter of a book, in order. */
export function likesOfChapters(plan: Plan, book: number): Uint32Array {
  const count = at(plan.chaptersOf, book);
  const total = at(plan.likesOf, book);
  if (total === 0) return new Uint32Array(count);
  return shareOut({ total, count, weightOf: (index) => 1 / (index + 2), least: 0, most: plan.asked.users });
}

export function* likeRows(plan: Plan): Generator<LikeRow> {
  const { users } = plan.asked;
  const step = stepThrough(users);
  for (let book = 0; book < plan.asked.books; book++) {
    if (at(plan.likesOf, book) === 0) continue;
    let like = 0;
    for (const [index, count] of likesOfChapters(plan, book).entries()) {
      const chapterId = plan.ids.chapter.id(book, index + 1);
      const first = Math.floor(plan.chances.like.at(book, index) * users);
      for (let turn = 0; turn < count; turn++) {
        const changedAt = plan.today - likedAgo(plan, { book, like }) * dayMs + dayMs / 2;
        yield {
          user_id: plan.ids.user.id((first + turn * step) % users),
          chapter_id: chapterId,
          liked: true,
          liked_on: changedAt,
          changed_at: changedAt,
        };
        like += 1;
      }
    }
  }
}

/** A step width that visits every user once before it repeats one. */
function stepThrough(users: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  let step = Math.max(1, Math.floor(users * 0.618));
  while (divisor(users, step) > 1) step += 1;
  return step;
}

function likedAgo(plan: Plan, { book, like }: { book: number; like: number }): number {
  return 1 + Math.floor(likeDays * plan.chances.like.at(book, 100_000 + like) ** 2);
}

interface Day {
  ago: number;
  liked: number;
  opens: number;
  starts: number;
  finishes: number;
}

/** The readings and likes of a book, by day. */
function daysOf(plan: Plan, book: number): Day[] {
  const days = new Map<number, Day>();
  const day = (ago: number) => {
    const known = days.get(ago) ?? { ago, liked: 0, opens: 0, starts: 0, finishes: 0 };
    days.set(ago, known);
    return known;
  };
  for (let ago = 1; ago <= eventDays; ago++) {
    if (eventsOn(plan, { book, ago }) > 0) Object.assign(day(ago), namesOn(plan, { book, ago }));
  }
  for (let like = 0; like < at(plan.likesOf, book); like++) day(likedAgo(plan, { book, like })).liked += 1;
  return [...days.values()];
}

export function* bookDayRows(plan: Plan): Generator<BookDayRow> {
  for (let book = 0; book < plan.asked.books; book++) {
    const id = plan.ids.book.id(book);
    for (const { ago, ...sums } of daysOf(plan, book))
      yield { book_id: id, day: plan.today - ago * dayMs, finished: sums.finishes, ...sums };
  }
}

/** The score of each book, computed from its days as in the product. */
export function scoreBooks(plan: Plan): Float64Array {
  return Float64Array.from({ length: plan.asked.books }, (_, book) => scoreOf(plan, book));
}

function scoreOf(plan: Plan, book: number): number {
  return popularityOf(
    daysOf(plan, book).map(({ ago, finishes, liked }) => ({
      day: new Date(plan.today - ago * dayMs).toISOString().slice(0, 10),
      readings: finishes,
      likes: liked,
    })),
  );
}
