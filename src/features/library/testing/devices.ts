import { vi } from 'vitest';
import { createApi } from '../../../web/api-client.ts';
import { createStore } from '../../../web/store.ts';
import type { BookMarks, Progress } from '../contract.ts';
import { findMark, mergeMarks } from '../marks.ts';
import { mergeProgress } from '../rules.ts';
import type { Marks } from '../web/marks/marks.ts';
import { createMemory } from '../web/memory.ts';
import type { Shelf } from '../web/places/owned-books.ts';
import { createSetBooks } from '../web/set-books.ts';
import { startSync } from '../web/sync.ts';

export const bookUuid = 'book';
/** Images in each chapter. */
const count = 40;

interface Meanwhile {
  whileAsked?: () => void;
  whileTold?: () => void;
}

/** An account with the rules of merging; its chapters are called by their numbers. */
export function createAccount() {
  let place: Progress | undefined;
  let marks: BookMarks | undefined;
  /** Something that happens while a call is on its way. */
  let meanwhile: Meanwhile = {};
  const answers: Record<string, () => unknown> = {
    'GET /user/progress': () => (place ? [place] : []),
    'GET /user/marks': () => (marks ? [marks] : []),
  };
  async function answer(call: string): Promise<unknown> {
    const chapter_number = Number(/chapter (\d+)/.exec(decodeURIComponent(call))?.[1]);
    return { result: answers[call]?.() ?? { chapter_number } };
  }
  const takes: Record<string, (item: never) => void> = {
    '/user/progress': (item: Progress) => {
      place = place ? mergeProgress(place, item) : item;
    },
    '/user/marks': (item: BookMarks) => {
      marks = { ...item, marks: mergeMarks(marks?.marks ?? [], item.marks) };
    },
  };
  const api = createApi(async (method, path, body) => {
    if (method === 'DELETE') place = undefined;
    for (const item of (body as { items: never[] } | undefined)?.items ?? []) takes[path]?.(item);
    const known = answer(`GET ${path}`);
    if (method === 'GET') meanwhile.whileAsked?.();
    else meanwhile.whileTold?.();
    return known;
  });
  return {
    api,
    chapter: () => Number(place?.chapter_uuid.split(' ')[1]),
    index: () => place?.position.index,
    /** As when the history is cleared. */
    forget() {
      [place, marks] = [undefined, undefined];
    },
    during(acts: Meanwhile) {
      meanwhile = acts;
    },
  };
}

/** A browser's storage, of one user. */
function createShelf(): Shelf {
  const kept = createStore<unknown>(null);
  return {
    read: kept.get,
    keep(value) {
      kept.set(JSON.parse(JSON.stringify(value)));
      return true;
    },
    user: () => 'ada',
    subscribe: kept.subscribe,
  };
}

const beginning = Date.UTC(2026, 5, 1);
let minutes = 0;

/** Lets time go by. */
function pass(slowBy: number): void {
  minutes += 1;
  vi.setSystemTime(beginning + (minutes - slowBy) * 60_000);
}

/**
 * A browser of the account's user, with the book open in a tab; `slowBy` are the minutes that its clock is behind. It
 * is without a connection but while it syncs.
 */
export function createDevice(account: ReturnType<typeof createAccount>, { slowBy = 0 } = {}) {
  const page = Object.assign(new EventTarget(), {
    document: Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState }), // may change
    navigator: { onLine: false },
  });
  const memory = createMemory(createShelf, page);
  const { places, marks, openBook, list } = memory;
  let isHere = true;
  list.subscribe(() => {});
  startSync(account.api, { isHere: () => isHere, memory, setBooks: createSetBooks(createShelf()), page });
  const chapterOf = (chapterNumber: number) => ({ bookUuid, chapterUuid: `chapter ${chapterNumber}`, chapterNumber });
  let close = () => {};

  return {
    places,
    openBook,
    isAsked: () => Boolean(list.get()[0]?.elsewhere),
    chapterOf,
    /** A minute later its reader says something of chapters. */
    mark(say: (to: Marks) => void) {
      pass(slowBy);
      say(marks);
    },
    saysRead: (chapter: number) => findMark(marks.read()[bookUuid]?.marks ?? [], chapter)?.is_read,
    hasUnsentMarks: () => Boolean(marks.read()[bookUuid]?.unsent),
    /** The chapter before is left once this one is there. */
    open(chapter: number, more: { isKnown?: boolean; arrival?: 'inside' } = {}) {
      const opening = { ...chapterOf(chapter), count, arrival: 'outside', isKnown: true, goTo() {}, ...more } as const;
      const closeBefore = close;
      close = openBook.open(opening).close;
      closeBefore();
    },
    close: () => close(),
    /** Another user reads here from now on. */
    leave() {
      isHere = false;
    },
    /** A minute later its reader is there. */
    read(chapter: number, index: number) {
      pass(slowBy);
      openBook.note({ ...chapterOf(chapter), position: { index, fraction: 0 }, count });
    },
    hide(isHidden: boolean) {
      page.document.visibilityState = isHidden ? 'hidden' : 'visible';
      page.document.dispatchEvent(new Event('visibilitychange'));
    },
    /** Has a connection for as long as it takes to ask and to tell. */
    async sync(meanwhile: Meanwhile = {}) {
      pass(slowBy);
      account.during(meanwhile);
      page.navigator.onLine = true;
      page.dispatchEvent(new Event('online'));
      await new Promise((done) => setImmediate(done));
      page.navigator.onLine = false;
      account.during({});
    },
  };
}
