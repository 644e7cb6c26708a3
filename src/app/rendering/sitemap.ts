import {
  type ChapterAddress,
  estimateCatalogue,
  listBookAddresses,
  listChapterAddresses,
} from '../../features/catalog/server/catalog.ts';
import { pagesInForce } from '../../features/documents/rules.ts';
import type { Db } from '../../server/database/db.ts';
import { createMemo } from '../../server/database/memo.ts';
import { notFound } from '../../server/http/errors.ts';
import type { Http } from '../../server/http/http.ts';
import { sharedCaching } from '../../server/http/public-answers.ts';
import type { Clock } from '../../server/process/clock.ts';
import { type Language, languages, languageTags } from '../../shared/languages.ts';
import { documentPath, membershipPath, paths, rankingPath } from '../../shared/paths.ts';
import type { ReadSetting } from '../../shared/site-settings.ts';
import { escapeMarkup } from '../../shared/text.ts';
import { inLanguage } from '../site/head.ts';

interface SitemapDeps {
  http: Http;
  publicUrl: string;
  db: Db;
  /** Whether books for adults are named. */
  adult?: boolean;
  /** The operator's pages are among the settings. */
  setting: ReadSetting;
  clock: Clock;
}

interface Place {
  path: string;
  editions: { language: Language; changedAt: Date | null }[];
  /** Whether the address without a language is listed, for all editions. */
  hasDefault: boolean;
}

/** How many files there are: those of books come first, then those of chapters. */
interface Files {
  books: number;
  chapters: number;
}

/** Up to so many books and chapters are all listed in a single file. */
const mostInOneFile = 1000;
/** A file of either is made in some milliseconds (spec: site.md#metadata). */
const perFile = { books: 100, chapters: 250 };
/** An index may name 50,000 files. Most are for chapters: of 20 million a file has 435. */
const mostFiles = { books: 4_000, chapters: 46_000 };
/** Each is listed once per language, with all alternates: so a file stays under 50 MB and 50,000 addresses. */
const mostInFile = Math.floor(30_000 / languages.length);
/** The number of files is kept so long, so that a request for an unknown file makes no query. */
const countedForMs = 60_000;
const xmlHeaders = {
  'Content-Type': 'application/xml; charset=utf-8',
  'Cache-Control': sharedCaching,
  Vary: 'Accept-Encoding',
};

/**
 * Null: one file has all. The number of files is a power of two, or the most, so that a book or chapter moves to
 * another file only when the catalogue has doubled.
 */
export function countFiles({ books, chapters }: { books: number; chapters: number }): Files | null {
  if (books + chapters <= mostInOneFile) return null;
  const count = (things: number, kind: keyof Files) =>
    Math.min(2 ** Math.max(0, Math.ceil(Math.log2(things / perFile[kind]))), mostFiles[kind]);
  return { books: count(books, 'books'), chapters: count(chapters, 'chapters') };
}

/** The range of ids in one of so many files. Ids are random, so equal ranges hold about equally many. */
export function idsOfFile(number: number, files: number): { from: string; to: string } {
  const start = (file: number) => Math.floor((file * 2 ** 32) / files);
  const write = (head: number) => head.toString(16).padStart(8, '0');
  return {
    from: `${write(start(number - 1))}-0000-0000-0000-000000000000`,
    to: `${write(start(number) - 1)}-ffff-ffff-ffff-ffffffffffff`,
  };
}

/** Serves /sitemap.xml, as an index of numbered files once one does not do, and /robots.txt, which names it. */
export function registerSitemap({ http, publicUrl, db, adult = false, setting, clock }: SitemapDeps): void {
  const counts = createMemo<Files | null>({ keepMs: countedForMs, limit: 1, now: Date.now });
  const filesNow = () => counts.get('files', async () => countFiles(await estimateCatalogue(db)));

  const booksIn = async (ids: { from: string; to: string }) =>
    (await listBookAddresses(db, { ...ids, limit: mostInFile, adult })).map(({ id, updatedAt }) =>
      inEachLanguage(paths.book(id), updatedAt),
    );
  const chaptersIn = async (ids: { from: string; to: string }) =>
    placesOfChapters(await listChapterAddresses(db, { ...ids, limit: mostInFile, adult }));
  const fixed = () =>
    [
      ...[paths.home(), membershipPath, rankingPath, paths.calendar(), paths.contact()],
      ...pagesInForce(setting, clock()).map(documentPath),
    ].map((path) => inEachLanguage(path, null));

  async function writeFile(number: number, files: Files): Promise<string> {
    if (number > files.books)
      return writeSitemap(publicUrl, await chaptersIn(idsOfFile(number - files.books, files.chapters)));
    const books = await booksIn(idsOfFile(number, files.books));
    return writeSitemap(publicUrl, number === 1 ? [...fixed(), ...books] : books);
  }

  async function makeEntry() {
    const files = await filesNow();
    if (files) return { text: writeIndex(publicUrl, files.books + files.chapters) };
    const all = idsOfFile(1, 1);
    return { text: writeSitemap(publicUrl, [...fixed(), ...(await booksIn(all)), ...(await chaptersIn(all))]) };
  }

  const hidden = { schema: { hide: true } };
  http.app.get('/sitemap.xml', hidden, (request, reply) =>
    http.servePublic(request, reply, { key: 'sitemap', headers: xmlHeaders, make: makeEntry, isSeldom: true }),
  );
  http.app.get('/sitemap-:number.xml', hidden, async (request, reply) => {
    const number = Number(/^\/sitemap-([1-9]\d{0,4})\.xml/.exec(request.url)?.[1]);
    if (!(number <= mostFiles.books + mostFiles.chapters)) throw notFound();
    const files = await filesNow();
    if (!files || number > files.books + files.chapters) throw notFound();
    return http.servePublic(request, reply, {
      key: `sitemap ${number} of ${files.books} and ${files.chapters}`,
      headers: xmlHeaders,
      make: async () => ({ text: await writeFile(number, files), forPrograms: true }),
      isSeldom: true,
    });
  });
  const refused = `${aiCrawlers.map((name) => `User-agent: ${name}\n`).join('')}Disallow: /\n\n`;
  const robots = `User-agent: *\nAllow: /\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
  http.app.get('/robots.txt', hidden, (request, reply) =>
    http.servePublic(request, reply, {
      key: 'robots',
      headers: { ...xmlHeaders, 'Content-Type': 'text/plain; charset=utf-8' },
      make: async () => ({ text: (setting('ai_crawlers') === 'refuse' ? refused : '') + robots }),
    }),
  );
}

/** Programs that fetch pages to train models with them, or to answer with them, by the names that they give themselves. */
const aiCrawlers = [
  ...['GPTBot', 'ChatGPT-User', 'OAI-SearchBot', 'ClaudeBot', 'Claude-Web', 'anthropic-ai', 'CCBot', 'Google-Extended'],
  ...[
    'Applebot-Extended',
    'Amazonbot',
    'Bytespider',
    'meta-externalagent',
    'FacebookBot',
    'PerplexityBot',
    'cohere-ai',
  ],
  ...['Diffbot', 'Omgilibot', 'ImagesiftBot', 'Timpibot', 'AI2Bot', 'DeepSeekBot', 'PanguBot', 'YouBot'],
];

const xmlStart = '<?xml version="1.0" encoding="UTF-8"?>\n';
const sitemapNamespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

function writeSitemap(publicUrl: string, places: readonly Place[]): string {
  const start = `${xmlStart}<urlset xmlns="${sitemapNamespace}" xmlns:xhtml="http://www.w3.org/1999/xhtml">`;
  return [start, ...places.flatMap((place) => writeUrls(publicUrl, place)), '</urlset>\n'].join('\n');
}

function writeUrls(publicUrl: string, { path, editions, hasDefault }: Place): string[] {
  const base = escapeMarkup(publicUrl + path);
  const link = (tag: string, href: string) => `<xhtml:link rel="alternate" hreflang="${tag}" href="${href}"/>`;
  // What a language adds to the address of a page needs no escape.
  const addressed = editions.map((each) => ({ ...each, address: inLanguage(base, each.language) }));
  const alternates = [
    ...addressed.map(({ language, address }) => link(languageTags[language], address)),
    hasDefault ? link('x-default', base) : '',
  ].join('');
  return addressed.map(({ address, changedAt }) => {
    const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : '';
    return `<url><loc>${address}</loc>${changed}${alternates}</url>`;
  });
}

function inEachLanguage(path: string, changedAt: Date | null): Place {
  return { path, editions: languages.map((language) => ({ language, changedAt })), hasDefault: true };
}

/** The editions of a chapter come together. */
function placesOfChapters(addresses: readonly ChapterAddress[]): Place[] {
  const places: Place[] = [];
  let last = '';
  for (const { bookId, id, number, language, updatedAt } of addresses) {
    if (id !== last)
      places.push({
        path: paths.chapter({ bookUuid: bookId, chapterUuid: id, number }),
        editions: [],
        hasDefault: false,
      });
    places.at(-1)?.editions.push({ language, changedAt: updatedAt });
    last = id;
  }
  return places;
}

function writeIndex(publicUrl: string, files: number): string {
  const entries = Array.from({ length: files }, (_, index) => {
    return `<sitemap><loc>${escapeMarkup(publicUrl)}/sitemap-${index + 1}.xml</loc></sitemap>`;
  });
  return `${xmlStart}<sitemapindex xmlns="${sitemapNamespace}">\n${entries.join('\n')}\n</sitemapindex>\n`;
}
