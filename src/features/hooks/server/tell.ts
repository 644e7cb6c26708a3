import { type Db, type DbPool, withTransaction } from '../../../server/database/db.ts';
import { createPace } from '../../../server/process/pace.ts';
import type { Language } from '../../../shared/languages.ts';
import { paths } from '../../../shared/paths.ts';
import { studioPaths } from '../../studio/pages.ts';
import { type Happened, type NamedThing, writeBodies } from './messages.ts';
import {
  type Connection,
  insertDeliveries,
  type NewDelivery,
  type NotedEvent,
  noteEndedMembers,
  noteTold,
  selectConnections,
  selectUntold,
  tryToTellAlone,
} from './queries.ts';
import { wordsIn } from './words.ts';

/** What the catalogue says of the things that events are about. */
export interface NamedByCatalogue {
  /** Those of these chapters that readers see. */
  chaptersOf(db: Db, asked: { ids: readonly string[]; language: Language }): Promise<readonly SeenChapter[]>;
  /** The titles of these books, of hidden ones too. */
  titlesOf(db: Db, asked: { bookIds: readonly string[]; language: Language }): Promise<ReadonlyMap<string, string>>;
  /** The covers of those of these books that readers see, by the books' ids. */
  coversOfBooks(
    db: Db,
    asked: { bookIds: readonly string[]; language: Language },
  ): Promise<ReadonlyMap<string, string>>;
}

/** A chapter that readers see. */
export interface SeenChapter {
  id: string;
  bookId: string;
  number: number;
  title: string;
  bookTitle: string;
}

export interface TellerDeps {
  publicUrl: string;
  catalogue: NamedByCatalogue;
}

const eventsAtOnce = 500;
/** Of a whole novel that comes out at once so many chapters are read or written at a time, so often: readers come in between. */
const atOnce = 100;
const partsPerSecond = 25;

/** Notes what connections are to be told of the events that came since; returns how many events those were. */
export async function tellConnections(db: DbPool, deps: TellerDeps): Promise<number> {
  if (!(await selectConnections(db)).some(({ isOn }) => isOn)) return 0;
  return withTransaction(db, async (tx) => {
    if (!(await tryToTellAlone(tx))) return 0;
    await noteEndedMembers(tx);
    const events = await selectUntold(tx, eventsAtOnce);
    if (events.length === 0) return 0;
    const nameIn = rememberNames(tx, { deps, events });
    const deliveries = createWriter(tx);
    const connections = (await selectConnections(tx)).filter(({ isOn }) => isOn);
    for (const group of groupsOf(events))
      for (const connection of connections) {
        const { language, createdAt, events: wanted } = connection;
        if (!wanted.includes(group.type) || group.at < createdAt) continue;
        const happened = happenedIn(group, { name: await nameIn(language), publicUrl: deps.publicUrl });
        for (const part of happened ? partsOf(happened, connection) : [])
          await deliveries.add(deliveriesOf(part, connection, deps.publicUrl));
      }
    await deliveries.end();
    const ids = events.map(({ id }) => id);
    await inParts(ids, (part) => noteTold(tx, part));
    return events.length;
  });
}

/** Events that are one message to people. */
type Group = Pick<NotedEvent, 'type' | 'at' | 'bookId' | 'facts'> & { chapterIds: readonly string[] };

function groupsOf(events: readonly NotedEvent[]): Group[] {
  const groups = new Map<string, Group & { chapterIds: string[] }>();
  for (const { id, type, at, release, bookId, chapterId, facts } of events) {
    const key = chapterId === null ? String(id) : `${release} ${type} ${bookId}`;
    const group = groups.get(key) ?? { type, at, bookId, facts, chapterIds: [] };
    if (chapterId !== null) group.chapterIds.push(chapterId);
    groups.set(key, group);
  }
  return [...groups.values()];
}

interface Named {
  chapters: ReadonlyMap<string, SeenChapter>;
  titles: ReadonlyMap<string, string>;
  covers: ReadonlyMap<string, string>;
  language: Language;
}

/** The names of all things in a language, asked once. */
function rememberNames(
  tx: Db,
  { deps: { catalogue }, events }: { deps: TellerDeps; events: readonly NotedEvent[] },
): (language: Language) => Promise<Named> {
  const known = new Map<Language, Named>();
  const ids = events.flatMap(({ chapterId }) => chapterId ?? []);
  const bookIds = [...new Set(events.flatMap(({ bookId }) => bookId ?? []))];
  return async (language) => {
    const before = known.get(language);
    if (before) return before;
    const chapters = new Map<string, SeenChapter>();
    await inParts(ids, async (part) => {
      for (const chapter of await catalogue.chaptersOf(tx, { ids: part, language })) chapters.set(chapter.id, chapter);
    });
    const named: Named = {
      chapters,
      titles: await catalogue.titlesOf(tx, { bookIds, language }),
      covers: await catalogue.coversOfBooks(tx, { bookIds, language }),
      language,
    };
    known.set(language, named);
    return named;
  };
}

/** Null: nothing of it is there any more for readers. */
function happenedIn(
  { type, at, bookId, chapterIds, facts }: Group,
  { name, publicUrl }: { name: Named; publicUrl: string },
): Happened | null {
  const { chapters, titles, covers, language } = name;
  const happened = { event: type, at };
  if (bookId === null) return { ...happened, things: [], facts: { ...facts, ...pageOf(type, facts, publicUrl) } };
  const bookTitle = titles.get(bookId);
  if (bookTitle === undefined) return null;
  const thingOf = (path: string, chapter: NamedThing['chapter']): NamedThing => ({
    ...{ bookId, bookTitle, chapter, cover: covers.get(bookId) ?? null },
    url: `${publicUrl}${path}?lang=${language}`,
  });
  if (chapterIds.length === 0) return { ...happened, things: [thingOf(paths.book(bookId), null)], facts };
  const seen = chapterIds.flatMap((id) => chapters.get(id) ?? []).sort((one, other) => one.number - other.number);
  const things = seen.map(({ id, number, title }) =>
    thingOf(paths.chapter({ bookUuid: bookId, chapterUuid: id, number }), { id, number, title }),
  );
  return things.length === 0 ? null : { ...happened, things, facts };
}

/** The page of the studio about an event. */
function pageOf(type: NotedEvent['type'], facts: NotedEvent['facts'], publicUrl: string): { url?: string } {
  switch (type) {
    case 'order.paid':
    case 'order.refunded':
      return { url: publicUrl + studioPaths.order(String(facts.order_id)) };
    case 'import.finished':
      return { url: publicUrl + studioPaths.oneImport(String(facts.import_id)) };
    case 'backup.failed':
      return { url: publicUrl + studioPaths.health() };
    default:
      return {};
  }
}

/** A program is told of each thing by itself. */
function partsOf(happened: Happened, { kind }: Connection): Happened[] {
  return kind === 'standard' && happened.things.length > atOnce
    ? slicesOf(happened.things).map((things) => ({ ...happened, things }))
    : [happened];
}

function slicesOf<T>(all: readonly T[]): (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / atOnce) }, (_, at) => all.slice(at * atOnce, (at + 1) * atOnce));
}

async function inParts<T>(all: readonly T[], work: (part: readonly T[]) => Promise<void>): Promise<void> {
  const pace = createPace(partsPerSecond);
  for (const part of slicesOf(all)) {
    await pace();
    await work(part);
  }
}

/** Writes many deliveries at a time, in their order. */
function createWriter(tx: Db) {
  const pace = createPace(partsPerSecond);
  let waiting: NewDelivery[] = [];
  async function end(): Promise<void> {
    const written = waiting;
    waiting = [];
    if (written.length === 0) return;
    await pace();
    await insertDeliveries(tx, written);
  }
  return {
    end,
    async add(more: readonly NewDelivery[]): Promise<void> {
      waiting.push(...more);
      if (waiting.length >= atOnce) await end();
    },
  };
}

/** What tells a connection of it. */
export function deliveriesOf(happened: Happened, connection: Connection, publicUrl: string): NewDelivery[] {
  const { id: connectionId, kind, chatId, language } = connection;
  const picture = `${publicUrl}/icons/icon-512.png`;
  return writeBodies(happened, { kind, chatId, words: wordsIn(language), picture }).map((body) => ({
    ...{ connectionId, body },
    event: happened.event,
  }));
}
