import { dayIn } from '../../studio/server/csv.ts';

/** An event as the server took it; `reader` null: somebody who does not want to be tracked. */
export interface TakenEvent {
  at: number;
  reader: string | null;
  isUser: boolean;
  name: string;
  bookId: string | null;
  chapterId: string | null;
  language: string;
  source: string;
}

/** A registration by a visitor, or a payment, of a user. */
export interface TakenStep {
  at: number;
  kind: 'registered' | 'paid';
  user: string;
  /** The names of the same person: the user, and the visitor that registered. */
  names: readonly string[];
}

const minuteMs = 60_000;
const weekMs = 7 * 24 * 60 * minuteMs;

/** The numbers as spec: studio.md#numbers tells them, from nothing but a list of what happened. */
export function createModel(timeZone: string, events: readonly TakenEvent[], steps: readonly TakenStep[]) {
  const dayOf = (at: number) => dayIn(timeZone, new Date(at));
  const personOf = (name: string) =>
    steps.find(({ kind, names }) => kind === 'registered' && names.includes(name))?.user ?? name;
  const known = events.flatMap((event) =>
    event.reader === null ? [] : [{ ...event, reader: personOf(event.reader) }],
  );
  const seen = visitsOf(known.filter(({ name }) => name === 'page_view'));
  const count = (values: readonly string[]) => new Set(values).size;

  function lockBefore(names: readonly string[], at: number) {
    const locks = known.filter(
      (event) =>
        event.name === 'lock_seen' && names.includes(event.reader) && event.at <= at && event.at >= at - weekMs,
    );
    return locks.at(-1);
  }

  return {
    visits(day: string, keyOf: (view: (typeof seen)[number]) => string | null) {
      const keys = new Map<string, { views: number; visits: number; readers: Set<string> }>();
      const had = new Set<string>();
      for (const view of seen) {
        const key = keyOf(view);
        if (key === null) continue;
        const isNew = !had.has(`${view.visit} ${key}`);
        had.add(`${view.visit} ${key}`);
        if (dayOf(view.at) !== day) continue;
        const sum = keys.get(key) ?? { views: 0, visits: 0, readers: new Set() };
        keys.set(key, sum);
        sum.views += 1;
        sum.visits += Number(isNew);
        sum.readers.add(view.reader);
      }
      return [...keys].map(([key, { views, visits, readers }]) => [key, views, visits, readers.size]).sort();
    },
    views: (day: string) => events.filter(({ name, at }) => name === 'page_view' && dayOf(at) === day).length,
    chapter(days: readonly string[], chapterId: string, language: string | null) {
      const readersOf = (name: string) =>
        count(
          known
            .filter((event) => event.name === name && event.chapterId === chapterId && days.includes(dayOf(event.at)))
            .filter((event) => language === null || event.language === language)
            .map(({ at, reader }) => `${dayOf(at)} ${reader}`),
        );
      return [readersOf('page_view'), readersOf('start_reading'), readersOf('finished_reading')];
    },
    funnel(day: string, bookId: string | null) {
      const isOf = (event: { bookId: string | null }) => bookId === null || event.bookId === bookId;
      const today = known.filter((event) => dayOf(event.at) === day);
      const locks = today.filter(({ name }) => name === 'lock_seen');
      const taken = (kind: TakenStep['kind']) =>
        new Map(
          steps.flatMap(({ kind: own, at, user, names }) => {
            const lock = own === kind && dayOf(at) === day ? lockBefore([...names, user], at) : undefined;
            return lock ? [[user, lock] as const] : [];
          }),
        );
      const registered = taken('registered');
      const knew = new Map(
        locks.flatMap((lock) => (lock.isUser && !registered.has(lock.reader) ? [[lock.reader, lock] as const] : [])),
      );
      const sizeOf = (found: ReadonlyMap<string, { bookId: string | null }>) => [...found.values()].filter(isOf).length;
      return [
        count(
          today
            .filter((event) => event.name === 'page_view' && event.bookId !== null && isOf(event))
            .map(({ reader }) => reader),
        ),
        count(locks.filter(isOf).map(({ reader }) => reader)),
        sizeOf(registered) + sizeOf(knew),
        sizeOf(registered),
        sizeOf(taken('paid')),
      ];
    },
  };
}

/** The views of known readers with the visit that each belongs to, and that visit's source. */
function visitsOf<View extends { at: number; reader: string; source: string }>(views: readonly View[]) {
  const last = new Map<string, { at: number; visit: string; source: string }>();
  return views.map((view) => {
    const before = last.get(view.reader);
    const goesOn = before !== undefined && view.at - before.at < 30 * minuteMs;
    const visit = goesOn ? before.visit : `${view.reader} ${view.at}`;
    const source = goesOn ? before.source : view.source;
    last.set(view.reader, { at: view.at, visit, source });
    return { ...view, visit, source };
  });
}
