import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Db } from '../../../server/database/db.ts';
import { notFound } from '../../../server/http/errors.ts';
import type { Http } from '../../../server/http/http.ts';
import { matchesEtag, sharedCaching } from '../../../server/http/public-answers.ts';
import { Payload } from '../../../server/process/payload.ts';
import { defaultLanguage, isLanguage, type Language, languageTags } from '../../../shared/languages.ts';
import { feedPaths, paths } from '../../../shared/paths.ts';
import { printedName, printedNumber } from '../../../shared/printed-name.ts';
import { tagName } from '../../../shared/tags.ts';
import { cleanDisplay, displayText } from '../../../shared/text.ts';
import { languageCode, uuid } from '../../../shared/wire.ts';
import {
  type CoversOf,
  findBookWithChapters,
  listBooksInNews,
  listBooksOpened,
  listNewBooks,
  listNewChapters,
  listOpenedChapters,
  type NewChapter,
} from '../../catalog/server/catalog.ts';
import { accessOf, type Dates } from '../../catalog/server/dates/openings.ts';
import { type AtomEntry, type AtomFeed, writeAtom } from './atom.ts';
import { findOwner } from './feed-tokens.ts';
import { listFollowedIds } from './queries.ts';

/** The words of feeds in one language. */
interface FeedText {
  t(
    key:
      | 'catalog.chapterNumber'
      | 'catalog.seasonChapter'
      | 'catalog.free'
      | 'library.atom.book'
      | 'library.atom.books'
      | 'library.atom.chapters'
      | 'library.atom.tag'
      | 'library.atom.followed'
      | 'library.atom.ofBook'
      | 'library.atom.free'
      | 'library.atom.nowFree'
      | 'library.atom.locked'
      | 'library.atom.freeText'
      | 'library.atom.lockedText'
      | 'reading.membersOnly',
    params?: Record<string, string | number>,
  ): string;
}

interface FeedsDeps {
  http: Http;
  db: Db;
  dates: Dates;
  publicUrl: string;
  nameIn(language: Language): string;
  coversOf: CoversOf;
  /** Whether feeds of many books have books for adults. */
  adult?: boolean;
  textIn(language: Language): FeedText;
}

const mostEntries = 50;
const contentType = 'application/atom+xml; charset=utf-8';
const bookHeaders = { 'Content-Type': contentType, 'Cache-Control': sharedCaching, Vary: 'Accept-Encoding' };
/** The token in the address is a secret, but addresses leak: no shared cache keeps the feed, no other site hears it. */
const ownHeaders = {
  'Content-Type': contentType,
  'Cache-Control': 'private, no-cache',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
  Vary: 'Accept-Encoding',
};
/** Anything else than one of our languages counts as none given, as it does in the addresses of pages. */
const ownQuery = z.object({ lang: z.catch(languageCode, defaultLanguage) });

/** Atom feeds in each language: of each book, of the site's chapters and books, and of each tag; and one of what a user follows, for everybody who has its address. */
export function registerFeeds(deps: FeedsDeps): void {
  const { http, db } = deps;
  http.app.get('/feeds/book/:uuid/:file', { schema: { hide: true } }, (request, reply) => {
    const place = requirePlace(request);
    const make = async () => ({ value: null, text: writeAtom(await makeBookFeed(deps, place)) });
    const key = `feed ${place.bookId} ${place.language}`;
    return http.servePublic(request, reply, { key, headers: bookHeaders, make });
  });

  http.app.get('/feeds/:kind/:file', { schema: { hide: true } }, (request, reply) => {
    const { kind } = request.params as { kind: string }; // the route's pattern names it
    const language = requireLanguage(request);
    if (kind !== 'chapters' && kind !== 'books') throw notFound();
    const make = async () => ({
      value: null,
      text: writeAtom(
        await (kind === 'books' ? makeBooksFeed(deps, language) : makeChaptersFeed(deps, { tag: null, language })),
      ),
    });
    return http.servePublic(request, reply, { key: `feed ${kind} ${language}`, headers: bookHeaders, make });
  });

  http.app.get('/feeds/tag/:tag/:file', { schema: { hide: true } }, (request, reply) => {
    const { tag } = request.params as { tag: string }; // the route's pattern names it
    const language = requireLanguage(request);
    if (tag.includes('\0')) throw notFound();
    const make = async () => ({ value: null, text: writeAtom(await makeChaptersFeed(deps, { tag, language })) });
    return http.servePublic(request, reply, { key: `feed tag ${language} ${tag}`, headers: bookHeaders, make });
  });

  http.app.get('/feeds/updates/:file', { schema: { hide: true, querystring: ownQuery } }, async (request, reply) => {
    const owner = await findOwner(db, nameOf(request));
    if (!owner) throw notFound();
    const { lang: language } = request.query;
    const self = `${deps.publicUrl}${request.url}`;
    return sendOwn(request, reply, writeAtom(await makeOwnFeed(deps, { ...owner, language, self })));
  });
}

/** The last part of the path without `.atom`; empty where the path is not that of a feed. */
function nameOf({ url }: FastifyRequest): string {
  return /\/([^/?]+)\.atom(?:\?|$)/.exec(url)?.[1] ?? '';
}

function requireLanguage(request: FastifyRequest): Language {
  const language = nameOf(request);
  if (!isLanguage(language)) throw notFound();
  return language;
}

function requirePlace(request: FastifyRequest): { bookId: string; language: Language } {
  const params = request.params as { uuid: string }; // the route's pattern names it
  const [bookId, language] = [params.uuid.toLowerCase(), nameOf(request)];
  if (!z.safeParse(uuid, bookId).success || !isLanguage(language)) throw notFound();
  return { bookId, language };
}

async function sendOwn(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
  const payload = new Payload(text);
  const etag = `W/"${createHash('sha256').update(payload.raw).digest('base64url').slice(0, 22)}"`;
  reply.headers(ownHeaders).header('ETag', etag);
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const encoding = payload.encodingFor(request.headers['accept-encoding']);
  if (encoding) reply.header('Content-Encoding', encoding);
  return reply.send(await payload.bytes(encoding));
}

async function makeBookFeed(deps: FeedsDeps, asked: { bookId: string; language: Language }): Promise<AtomFeed> {
  const { db, coversOf, publicUrl, nameIn, textIn } = deps;
  const { bookId, language } = asked;
  const found = await findBookWithChapters(db, { bookId, language, direction: 'desc', page: 0, pageSize: 1 });
  if (!found) throw notFound('book_not_found', 'There is no such book');
  const { book } = found;
  const news = await listNews(deps, { bookIds: [bookId], language });
  const covers = await addressesOf(coversOf, publicUrl, [book]);
  const text = textIn(language);
  return {
    ...feedOf(deps, { language, self: publicUrl + feedPaths.book({ bookUuid: bookId, language }) }),
    id: urnOf(bookId, language),
    alternate: `${publicUrl}${paths.book(bookId)}?lang=${language}`,
    title: text.t('library.atom.book', { book: displayText(book.title) }),
    subtitle: displayText(book.introduction),
    author: displayText(book.author) || cleanDisplay(nameIn(language)),
    logo: covers(book),
    updatedAt: news[0]?.at ?? book.updatedAt,
    entries: await entriesOf(deps, { news, language, nameOf: (chapter) => titleOf(chapter, text) }),
  };
}

/** The new chapters of all books, or of those with a tag; rejects with 404 where no listed book has the tag. */
async function makeChaptersFeed(deps: FeedsDeps, asked: { tag: string | null; language: Language }): Promise<AtomFeed> {
  const { db, publicUrl, nameIn, textIn, dates, adult = false } = deps;
  const { tag, language } = asked;
  const bookIds = await listBooksInNews(db, { tag, adult, language, most: mostEntries });
  if (tag !== null && bookIds.length === 0) throw notFound();
  const chapters = await listNewChapters(db, { bookIds, language, limit: mostEntries, offset: 0 });
  const since = chapters.at(-1)?.createdAt;
  // Fewer books are all that there are. Among more, others may have opened a chapter since the oldest entry came.
  const others =
    since && bookIds.length === mostEntries ? await listBooksOpened(db, { tag, adult, since, until: dates.now() }) : [];
  const news = await listNews(deps, { bookIds: [...new Set([...bookIds, ...others])], language });
  const { t } = textIn(language);
  const site = cleanDisplay(nameIn(language));
  const self = publicUrl + (tag === null ? feedPaths.chapters(language) : feedPaths.tag({ tag, language }));
  const page = tag === null ? '' : `tag=${encodeURIComponent(tag)}&`;
  return {
    ...feedOf(deps, { language, self }),
    alternate: `${publicUrl}${paths.home()}?${page}lang=${language}`,
    title:
      tag === null
        ? t('library.atom.chapters', { site })
        : t('library.atom.tag', { tag: displayText(tagName(tag, language)), site }),
    updatedAt: news[0]?.at ?? new Date(0),
    entries: await entriesOf(deps, { news, language, nameOf: nameWithBook(textIn(language)) }),
  };
}

/** The books that came last, each dated by its first publication. */
async function makeBooksFeed(deps: FeedsDeps, language: Language): Promise<AtomFeed> {
  const { db, coversOf, publicUrl, nameIn, textIn, adult = false } = deps;
  const books = await listNewBooks(db, { adult, language, limit: mostEntries });
  const covers = await addressesOf(coversOf, publicUrl, books);
  const name = cleanDisplay(nameIn(language));
  return {
    ...feedOf(deps, { language, self: publicUrl + feedPaths.books(language) }),
    alternate: `${publicUrl}${paths.home()}?lang=${language}`,
    title: textIn(language).t('library.atom.books', { site: name }),
    updatedAt: books[0]?.firstPublishedAt ?? new Date(0),
    entries: books.map((book) => ({
      id: `urn:uuid:${book.id}`,
      title: displayText(book.title),
      author: displayText(book.author) || name,
      summary: displayText(book.introduction),
      alternate: {
        href: `${publicUrl}${paths.book(book.id)}?lang=${language}`,
        language: book.textLanguage ?? languageTags[book.language],
      },
      picture: covers(book),
      createdAt: book.firstPublishedAt,
    })),
  };
}

async function makeOwnFeed(
  deps: FeedsDeps,
  asked: { userId: string; createdAt: Date; language: Language; self: string },
): Promise<AtomFeed> {
  const { db, publicUrl, nameIn, textIn } = deps;
  const { userId, createdAt, language, self } = asked;
  const news = await listNews(deps, { bookIds: await listFollowedIds(db, userId), language });
  const text = textIn(language);
  return {
    ...feedOf(deps, { language, self }),
    id: urnOf(userId, 'updates'),
    alternate: `${publicUrl}${paths.updates()}?lang=${language}`,
    title: text.t('library.atom.followed', { site: cleanDisplay(nameIn(language)) }),
    updatedAt: news[0]?.at ?? createdAt,
    entries: await entriesOf(deps, { news, language, nameOf: nameWithBook(text) }),
  };
}

/** What feeds of the site have alike. */
function feedOf({ publicUrl, nameIn }: FeedsDeps, { language, self }: { language: Language; self: string }) {
  return {
    ...{ id: self, self, language: languageTags[language], base: `${publicUrl}/` },
    ...{ author: cleanDisplay(nameIn(language)), logo: null },
  };
}

/** The name of a chapter among those of other books. */
function nameWithBook(text: FeedText): (chapter: NewChapter) => string {
  return (chapter) =>
    text.t('library.atom.ofBook', { book: displayText(chapter.bookTitle), title: titleOf(chapter, text) });
}

function titleOf({ title, ...printed }: NewChapter, text: FeedText): string {
  return displayText(title).trim() || printedName(text, printed);
}

/** The news of a feed: a chapter is new, or a chapter for members is now free for good; `at` says since when. */
interface News {
  kind: 'new' | 'opened';
  chapter: NewChapter;
  at: Date;
}

/** The newest entries of a feed: a chapter that was for members has a second one since it opened to all. */
async function listNews(
  { db, dates }: FeedsDeps,
  { bookIds, language }: { bookIds: readonly string[]; language: Language },
): Promise<News[]> {
  const [chapters, opened] = await Promise.all([
    listNewChapters(db, { bookIds, language, limit: mostEntries, offset: 0 }),
    listOpenedChapters(db, { bookIds, language, limit: mostEntries, now: dates.now() }),
  ]);
  const news: News[] = [
    ...opened.map((chapter) => ({ kind: 'opened' as const, chapter, at: chapter.openedAt })),
    ...chapters.map((chapter) => ({ kind: 'new' as const, chapter, at: chapter.createdAt })),
  ];
  return news.sort((one, other) => other.at.getTime() - one.at.getTime()).slice(0, mostEntries);
}

/** The entries of news, each by the name that its chapter has in the feed. */
async function entriesOf(
  deps: FeedsDeps,
  given: { news: readonly News[]; language: Language; nameOf: (chapter: NewChapter) => string },
): Promise<AtomEntry[]> {
  const { news, language, nameOf } = given;
  const chapters = news.map(({ chapter }) => chapter);
  const pictureOf = await addressesOf(deps.coversOf, deps.publicUrl, chapters);
  return news.map((each) =>
    entryOf(deps, { ...each, language, picture: pictureOf(each.chapter), title: nameOf(each.chapter) }),
  );
}

function entryOf(
  { publicUrl, nameIn, textIn, dates }: FeedsDeps,
  given: News & { language: Language; picture: string | null; title: string },
): AtomEntry {
  const { kind, chapter, at, language, picture, title } = given;
  const { id, number, bookId } = chapter;
  const { t } = textIn(language);
  const isFree = accessOf(dates, chapter).state === 'free';
  const about = { number: printedNumber(chapter), book: displayText(chapter.bookTitle) };
  const path = paths.chapter({ bookUuid: bookId, chapterUuid: id, number });
  const titles = { new: isFree ? 'library.atom.free' : 'library.atom.locked', opened: 'library.atom.nowFree' } as const;
  return {
    id: kind === 'new' ? `urn:uuid:${id}` : urnOf(id, 'free'),
    title: t(titles[kind], { title }),
    author: displayText(chapter.author) || cleanDisplay(nameIn(language)),
    summary: isFree ? t('library.atom.freeText', about) : t('library.atom.lockedText', about),
    category: isFree ? { term: 'free', label: t('catalog.free') } : { term: 'locked', label: t('reading.membersOnly') },
    alternate: {
      href: `${publicUrl}${path}?lang=${language}`,
      language: chapter.textLanguage ?? languageTags[chapter.language],
    },
    picture,
    createdAt: at,
  };
}

type WithCover = { coverImageId: string | null };

/** The whole address of a picture that stands beside a book or a chapter; null where there is none. */
async function addressesOf(
  coversOf: CoversOf,
  publicUrl: string,
  items: readonly WithCover[],
): Promise<(item: WithCover) => string | null> {
  const covers = await coversOf([...new Set(items.flatMap(({ coverImageId }) => coverImageId ?? []))]);
  return ({ coverImageId }) => {
    const cover = coverImageId === null ? undefined : covers.get(coverImageId);
    return cover ? new URL(cover.src, publicUrl).href : null;
  };
}

/** A name that a feed keeps for ever (RFC 9562, version 5): each language of a book is a feed of its own. */
function urnOf(owner: string, name: string): string {
  const space = Buffer.from(owner.replaceAll('-', ''), 'hex');
  const bytes = createHash('sha1').update(space).update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `urn:uuid:${[hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')}`;
}
