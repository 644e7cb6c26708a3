import { notFound } from '../../../../server/http/errors.ts';
import type { PublicApi } from '../../../../server/http/public-api.ts';
import { languageNames, languages, languageTags } from '../../../../shared/languages.ts';
import { tagName } from '../../../../shared/tags.ts';
import { cleanDisplay, displayText } from '../../../../shared/text.ts';
import { parseUuid } from '../../../../shared/wire.ts';
import {
  countNewChapters,
  describePlaces,
  findBookWithChapters,
  listBooksInNews,
  listBooksTold,
  listChaptersAt,
  listListedIds,
  listNewChapters,
} from '../../../catalog/server/catalog.ts';
import { listFollowedIds, listIdsToRead } from '../../../library/server/library.ts';
import { listProgress } from '../../../library/server/places.ts';
import type { DoorText } from '../keys/words.ts';
import { type Addresses, type Asked, addressesFor, type Filters, pageSize } from './asked.ts';
import type { FacetGroup, Feed, Lead, Publication } from './model.ts';
import { findCovers, type PublicationDeps, presentChapters, presentNovel, urnOf } from './publications.ts';

export interface FeedDeps extends PublicationDeps {
  ask: PublicApi['ask'];
  nameIn(language: Asked['language']): string;
}

/** What is particular about a feed; its frame is the same for all. */
interface Made {
  /** By default its address. */
  id?: string;
  title: string;
  total: number;
  entries: readonly (Lead | Publication)[];
  updatedAt?: Date;
  facets?: readonly FacetGroup[];
}

interface Making {
  deps: FeedDeps;
  asked: Asked;
  addresses: Addresses;
  text: DoorText;
}

type Make = (making: Making) => Promise<Made>;

const statuses = ['ongoing', 'finished', 'hiatus'] as const;
const kinds = ['comic', 'novel'] as const;
/** Of new chapters so many are listed; after a longer absence a reader looks into the books themselves. */
const mostNews = 300;

/** Feeds that anybody may ask for, by their names; those of `below` have a further part. */
const makers: Readonly<Record<string, Make>> = {
  catalog: (making) => {
    const leads = making.asked.viewer ? userLeads(making) : publicLeads(making);
    // Many apps send a key only after they were asked for one, which this feed does.
    const signIn = leadTo(making.addresses, 'mine', making.text.t('doors.feeds.signIn'));
    return listOf(making, [...leads, signIn], siteName(making));
  },
  chapters: makeNewChapters,
  updated: (making) => makeBooks(making, { title: making.text.t('doors.feeds.updated'), sort: 'updated' }),
  popular: (making) => makeBooks(making, { title: making.text.t('catalog.rows.popular'), sort: 'popular' }),
  newest: (making) => makeBooks(making, { title: making.text.t('doors.feeds.newest'), sort: 'newest' }),
  search: makeSearch,
  tags: async (making) => listOf(making, await tagLeads(making), making.text.t('doors.feeds.tags')),
  statuses: (making) => listOf(making, statusLeads(making), making.text.t('doors.feeds.statuses')),
  languages: (making) => listOf(making, languageLeads(making), making.text.t('doors.feeds.languages')),
};

const below: Readonly<Record<string, Make>> = {
  books: makeBook,
  tags: (making) => {
    const tag = making.asked.of ?? '';
    return makeBooks(making, { title: displayText(tagName(tag, making.asked.language)), sort: 'updated', tag });
  },
};

/** The feeds of a user. */
const ownMakers: Readonly<Record<string, Make>> = {
  // Apps are set up with this address: the whole catalogue is to be found from it.
  mine: (making) => listOf(making, userLeads(making), siteName(making)),
  continue: makeContinue,
  following: (making) =>
    makeOwnBooks(making, { title: making.text.t('library.shelf.following'), find: listFollowedIds }),
  'to-read': (making) => makeOwnBooks(making, { title: making.text.t('library.shelf.to_read'), find: listIdsToRead }),
};

/** Whether a feed is of a user, and so wants a key. */
export function isOwnFeed({ name, of }: Pick<Asked, 'name' | 'of'>): boolean {
  return of === null && Object.hasOwn(ownMakers, name);
}

/** Makes a feed; rejects with 404 where there is none. */
export async function makeFeed(deps: FeedDeps, asked: Asked): Promise<Feed> {
  const table = asked.of !== null ? below : isOwnFeed(asked) ? ownMakers : makers;
  const make = Object.hasOwn(table, asked.name) ? table[asked.name] : undefined;
  if (!make) throw notFound();
  const addresses = addressesFor({ ...deps, ...asked });
  const making = { deps, asked, addresses, text: deps.textIn(asked.language) };
  const { total, entries, facets = [], ...made } = await make(making);
  const at = (page: number) =>
    addresses.feed(pathOf(asked), { query: asked.query, ...asked.filters, ...(page > 1 && { page }) });
  const { page } = asked;
  const newest = Math.max(0, ...entries.map(({ updatedAt }) => updatedAt.getTime()));
  return {
    kind: kindOf(pathOf(asked)),
    id: at(1),
    language: languageTags[asked.language],
    updatedAt: new Date(newest),
    ...made,
    ...{ entries, facets },
    author: siteName(making),
    links: {
      ...{ self: at(page), start: addresses.feed('catalog'), search: addresses.search() },
      first: at(1),
      next: page * pageSize < total ? at(page + 1) : null,
      previous: page > 1 ? at(page - 1) : null,
    },
    paging: { total, size: pageSize, page },
  };
}

/** Whether the feed at a path has publications, or leads on. */
export function kindOf(path: string): Feed['kind'] {
  return /^(chapters|continue|books\/.*)$/.test(path) ? 'acquisition' : 'navigation';
}

export const pathOf = ({ name, of }: Pick<Asked, 'name' | 'of'>) =>
  of === null ? name : `${name}/${encodeURIComponent(of)}`;
const siteName = ({ deps, asked }: Making) => cleanDisplay(deps.nameIn(asked.language));

/** The page of a list of feeds, which change with the newest book. */
async function listOf(making: Making, leads: readonly Lead[], title: string): Promise<Made> {
  const { page } = making.asked;
  const { books } = await findBooks({ ...making, asked: { ...making.asked, page: 1 } }, { sort: 'updated', size: 1 });
  const updatedAt = books[0]?.updatedAt ?? new Date(0);
  const entries = leads.slice((page - 1) * pageSize, page * pageSize).map((lead) => ({ ...lead, updatedAt }));
  return { title, total: leads.length, entries };
}

function leadTo(
  addresses: Addresses,
  path: string,
  title: string,
  more: Partial<Lead> & { query?: Filters } = {},
): Lead {
  const { query, ...given } = more;
  const href = addresses.feed(path, { ...query });
  const told = { summary: '', covers: null, updatedAt: new Date(0) };
  return { kind: 'lead', id: href, href, title, to: kindOf(path), ...told, ...given };
}

function publicLeads({ addresses, text }: Making): Lead[] {
  return [
    leadTo(addresses, 'chapters', text.t('doors.feeds.chapters')),
    leadTo(addresses, 'updated', text.t('doors.feeds.updated')),
    leadTo(addresses, 'popular', text.t('catalog.rows.popular')),
    leadTo(addresses, 'newest', text.t('doors.feeds.newest')),
    leadTo(addresses, 'tags', text.t('doors.feeds.tags')),
    leadTo(addresses, 'statuses', text.t('doors.feeds.statuses')),
    leadTo(addresses, 'languages', text.t('doors.feeds.languages')),
  ];
}

function userLeads(making: Making): Lead[] {
  const { addresses, text } = making;
  return [
    leadTo(addresses, 'continue', text.t('library.continue')),
    leadTo(addresses, 'following', text.t('library.shelf.following')),
    leadTo(addresses, 'to-read', text.t('library.shelf.to_read')),
    ...publicLeads(making),
  ];
}

async function tagLeads({ deps, asked, addresses }: Making): Promise<Lead[]> {
  const { result } = await askFor<{ result: string[] }>(deps, '/reader/book/tags', { adult: asked.adult });
  return result.map((tag) =>
    leadTo(addresses, `tags/${encodeURIComponent(tag)}`, displayText(tagName(tag, asked.language))),
  );
}

function statusLeads({ addresses, text }: Making): Lead[] {
  return statuses.map((status) =>
    leadTo(addresses, 'updated', text.t(`catalog.status.${status}`), { query: { status } }),
  );
}

function languageLeads({ addresses }: Making): Lead[] {
  return languages.map((each) => leadTo(addresses, 'updated', languageNames[each], { query: { in: each } }));
}

/** The public answer of a call, as the site's own pages get it. */
async function askFor<T>(
  { ask }: FeedDeps,
  path: string,
  query: Readonly<Record<string, string | number | boolean | null | undefined>>,
): Promise<T> {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
  const answer = await ask(`${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`);
  return JSON.parse(answer.raw.toString()).data;
}

interface BooksWanted {
  sort: 'updated' | 'popular' | 'newest' | 'relevance';
  tag?: string;
  q?: string | null;
  size?: number;
}

/** One page of a list of books, by the site's own search; in the language that was wished for, else in that of the feed. */
async function findBooks({ deps, asked }: Making, { sort, size = pageSize, ...wanted }: BooksWanted) {
  const { page, filters, adult, language } = asked;
  const { result, total } = await askFor<{ result: { book_uuid: string }[] | null; total: number }>(
    deps,
    '/comics/book/search',
    {
      ...{ language, sort, page: page - 1, page_size: size, ...wanted },
      ...{ adult, status: filters.status, kind: filters.kind, in_language: filters.in },
    },
  );
  const bookIds = (result ?? []).map(({ book_uuid }) => book_uuid);
  return { books: await listBooksTold(deps.db, { bookIds, language: filters.in ?? language }), total };
}

async function makeBooks(making: Making, { title, ...wanted }: BooksWanted & { title: string }): Promise<Made> {
  const { books, total } = await findBooks(making, wanted);
  return { title, total, entries: await leadsToBooks(making, books), facets: facetsOf(making) };
}

function makeSearch(making: Making): Promise<Made> {
  const { query } = making.asked;
  const title = making.text.t('catalog.searchTitle', { query: cleanDisplay(query ?? '') });
  return makeBooks(making, { title, q: query, sort: query?.trim() ? 'relevance' : 'popular' });
}

async function makeOwnBooks(
  making: Making,
  { title, find }: { title: string; find: typeof listFollowedIds },
): Promise<Made> {
  const { db } = making.deps;
  const { page, language } = making.asked;
  const listed = await listedOf(making, await find(db, ownerOf(making)));
  const bookIds = listed.slice((page - 1) * pageSize, page * pageSize);
  const books = await listBooksTold(db, { bookIds, language });
  return { title, total: listed.length, entries: await leadsToBooks(making, books) };
}

/** Those of these books that lists have. */
function listedOf({ deps, asked }: Making, bookIds: readonly string[]): Promise<string[]> {
  return listListedIds(deps.db, { bookIds, tag: null, adult: asked.adult, limit: bookIds.length });
}

function ownerOf({ asked }: Making): string {
  if (!asked.viewer) throw new Error("A user's feed was made for a visitor");
  return asked.viewer.userId;
}

async function leadsToBooks(making: Making, books: Awaited<ReturnType<typeof listBooksTold>>): Promise<Lead[]> {
  const { deps, asked, addresses } = making;
  const covers = await findCovers(
    deps,
    books.map(({ coverImageId }) => coverImageId),
  );
  return books.map((book) =>
    leadTo(addresses, `books/${book.id}`, displayText(book.title), {
      id: urnOf(book.id, book.language),
      query: { in: asked.filters.in },
      updatedAt: book.updatedAt,
      summary: displayText(book.introduction),
      covers: covers(book.coverImageId),
    }),
  );
}

/** Each link keeps the other filters; the first of a group takes its own away. */
function facetsOf({ asked, addresses, text }: Making): FacetGroup[] {
  const { query, filters } = asked;
  function group<Name extends keyof Filters>(name: Name, title: string, values: [Filters[Name], string][]): FacetGroup {
    return {
      title,
      links: [[undefined, text.t('catalog.filter.all')] as const, ...values].map(([value, title]) => ({
        title,
        href: addresses.feed(pathOf(asked), { query, ...filters, [name]: value }),
        isActive: filters[name] === value,
      })),
    };
  }
  return [
    group(
      'in',
      text.t('catalog.filter.language'),
      languages.map((each) => [each, languageNames[each]]),
    ),
    group(
      'kind',
      text.t('catalog.filter.kind'),
      kinds.map((kind) => [kind, text.t(`catalog.kinds.${kind}`)]),
    ),
    group(
      'status',
      text.t('catalog.filter.status'),
      statuses.map((each) => [each, text.t(`catalog.status.${each}`)]),
    ),
  ];
}

async function makeNewChapters(making: Making): Promise<Made> {
  const { deps, asked, text } = making;
  const { adult, language, page } = asked;
  const offset = (page - 1) * pageSize;
  const total = await countNewChapters(deps.db, { adult, most: mostNews });
  const limit = Math.min(pageSize, total - offset);
  const bookIds = limit > 0 ? await listBooksInNews(deps.db, { tag: null, adult, language, most: offset + limit }) : [];
  const chapters = await listNewChapters(deps.db, { bookIds, language, limit, offset });
  const entries = await presentChapters(deps, chapters, { ...asked, addresses: making.addresses, withBook: true });
  return { title: text.t('doors.feeds.chapters'), total, entries };
}

/** A comic's chapters, oldest first; a novel is one publication. */
async function makeBook(making: Making): Promise<Made> {
  const { deps, asked } = making;
  const { page } = asked;
  const bookId = parseUuid(asked.of ?? '');
  const language = asked.filters.in ?? asked.language;
  const wanted = { language, direction: 'asc', pageSize } as const;
  const found = bookId && (await findBookWithChapters(deps.db, { bookId, ...wanted, page: page - 1 }));
  if (!found) throw notFound();
  const { book, chapters } = found;
  const made = { id: urnOf(book.id, book.language), title: displayText(book.title) };
  const whom = { ...asked, addresses: making.addresses };
  if (book.kind === 'novel') {
    const entries = page === 1 ? [await presentNovel(deps, found, whom)] : [];
    return { ...made, total: 1, entries };
  }
  const listed = chapters.map((chapter) => ({
    ...chapter,
    ...{ bookId: book.id, bookTitle: book.title, bookCoverImageId: book.coverImageId },
    ...{ author: book.author, kind: book.kind },
  }));
  const entries = await presentChapters(deps, listed, { ...whom, withBook: false });
  return { ...made, total: book.chapterCount, entries };
}

/** Where a user is, the last read first: a comic's chapter, and of a novel the book. */
async function makeContinue(making: Making): Promise<Made> {
  const { deps, asked, text } = making;
  const { db } = deps;
  const { page, language } = asked;
  const { result: places } = await listProgress(db, { userId: ownerOf(making), page: 0 });
  const listed = new Set(
    await listedOf(
      making,
      places.map(({ book_uuid }) => book_uuid),
    ),
  );
  const shown = places.filter(({ book_uuid }) => listed.has(book_uuid));
  const here = shown.slice((page - 1) * pageSize, page * pageSize);
  const { numberOfChapter } = await describePlaces(db, {
    bookIds: [],
    chapterIds: here.map(({ chapter_uuid }) => chapter_uuid),
  });
  const at = here.map((place) => ({ bookId: place.book_uuid, number: numberOfChapter.get(place.chapter_uuid) ?? 0 }));
  const chapters = await listChaptersAt(db, { places: at, language, limit: pageSize, offset: 0 });
  const whom = { ...asked, addresses: making.addresses };
  const comics = await presentChapters(
    deps,
    chapters.filter(({ kind }) => kind === 'comic'),
    { ...whom, withBook: true },
  );
  const entries = await Promise.all(
    at.map(async ({ bookId }): Promise<Publication[]> => {
      const chapter = chapters.find((each) => each.bookId === bookId);
      if (chapter?.kind === 'comic') return comics.filter(({ id }) => id === urnOf(chapter.id, chapter.language));
      const found = await findBookWithChapters(db, { bookId, language, direction: 'asc', page: 0, pageSize });
      return found ? [await presentNovel(deps, found, whom)] : [];
    }),
  );
  return { title: text.t('library.continue'), total: shown.length, entries: entries.flat() };
}
