import type { Db, DbPool } from '../../../server/database/db.ts';
import type { ReadSetting } from '../../../shared/site-settings.ts';
import { sourceOf } from '../../../shared/source.ts';
import { readTouches } from '../../../shared/touch.ts';
import { listKeys } from './day-queries.ts';
import { createToday, hashOf, type Today, type Who } from './days.ts';
import { insertLinks, insertRawEvents, type RawEvent } from './event-queries.ts';
import { insertTouches } from './touch-queries.ts';

export type { Who } from './days.ts';

/** An event as it is counted here, once. */
export interface CountedEvent {
  name: string;
  bookId: string | null;
  chapterId: string | null;
  language: string;
  referrerHost: unknown;
  page: number | null;
}

/** A registration or payment counts for a lock that the reader saw at most so many days before. */
export const lookBackDays = 7;

export interface Numbers {
  /**
   * Prepares the counting of events at `now`; the returned function adds them, within a transaction. `who` null: nobody
   * is known, or the reader does not want to be tracked; such events count only in the site's totals.
   */
  prepare(now: Date): Promise<(tx: Db, given: { events: readonly CountedEvent[]; who: Who | null }) => Promise<void>>;
  /** Says that a visitor has registered as this user: both are one reader from the beginning of the day. */
  noteRegistration(given: { visitorId: string; userId: string; now: Date }): Promise<void>;
  /** Keeps where somebody came from who registers or orders, as their browser tells it, in the transaction of that. */
  noteTouch(tx: Db, given: { userId: string; orderId: string | null; touch: unknown }): Promise<void>;
}

/** The doings of readers, for the numbers of the studio (spec: studio.md#numbers). */
export function createNumbers(deps: { db: DbPool; setting: ReadSetting; ownHost: string }): Numbers {
  const { db, setting, ownHost } = deps;
  const todayAt = createToday(db, setting);
  return {
    async prepare(now) {
      const day = await todayAt(now);
      return (tx, { events, who }) =>
        insertRawEvents(tx, {
          day: day.today.day,
          at: now,
          events: events.map((event) => rawEvent(event, { who, day, ownHost })),
        });
    },
    async noteRegistration({ visitorId, userId, now }) {
      const { today } = await todayAt(now);
      const keys = await listKeys(db, { day: today.day, back: lookBackDays });
      const links = keys.map(({ day, key }) => ({
        day,
        visitor: hashOf({ kind: 'visitor', id: visitorId }, key),
        reader: hashOf({ kind: 'user', id: userId }, key),
      }));
      await insertLinks(db, links);
    },
    async noteTouch(tx, { userId, orderId, touch }) {
      const touches = readTouches(touch);
      if (touches) await insertTouches(tx, { userId, orderId, touches });
    },
  };
}

const totalsAlone = {
  reader: null,
  before: null,
  isUser: null,
  bookId: null,
  chapterId: null,
  language: null,
  source: null,
  page: null,
};

function rawEvent(event: CountedEvent, given: { who: Who | null; day: Today; ownHost: string }): RawEvent {
  const { name, bookId, chapterId, language, referrerHost, page } = event;
  const { who, day, ownHost } = given;
  const { key } = day.today;
  if (!who || !key) return { name, ...totalsAlone };
  const keyBefore = day.before?.key;
  return {
    name,
    reader: hashOf(who, key),
    before: keyBefore ? hashOf(who, keyBefore) : null,
    isUser: who.kind === 'user',
    ...{ bookId, chapterId, language, page },
    source: name === 'page_view' ? sourceOf(referrerHost, ownHost) : null,
  };
}
