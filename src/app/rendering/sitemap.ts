import { notFound } from '../../server/errors.ts';
import type { Http } from '../../server/http.ts';
import { createMemo } from '../../server/memo.ts';
import { sharedCaching } from '../../server/public-answers.ts';
import { languages, languageTags } from '../../shared/languages.ts';
import { paths } from '../../shared/paths.ts';
import { escapeMarkup } from '../../shared/text.ts';
import { inLanguage } from '../site/head.ts';

export interface BooksOfSitemap {
  /** An estimate of the number of books. */
  estimateBooks: () => Promise<number>;
  /** The visible books with ids from `from` on and below `below`; null: up to the last. */
  listBooks: (wanted: {
    from: string;
    below: string | null;
    limit: number;
  }) => Promise<{ id: string; updatedAt: Date }[]>;
}

interface SitemapDeps extends BooksOfSitemap {
  http: Http;
  publicUrl: string;
}

interface Place {
  path: string;
  changedAt: Date | null;
}

/**
 * Each page is listed once per language, with all alternates: so a file stays under 50 MB and 50,000
 * entries.
 */
const mostBooksInFile = Math.floor(45_000 / languages.length);
const mostBooksInOneFile = 2000;
/** Books in one of several files: such a file is made in a few milliseconds. */
const booksPerFile = 100;
/** An index may name 50,000 files. */
const mostFiles = 2 ** 15;
/** The number of files is kept so long, so that a request for an unknown file makes no query. */
const countedForMs = 60_000;
const xmlHeaders = {
  'Content-Type': 'application/xml; charset=utf-8',
  'Cache-Control': sharedCaching,
  Vary: 'Accept-Encoding',
};

/** The number of files is a power of two, so that a book changes its file only when the catalogue has doubled. */
export function countFiles(books: number): number {
  if (books <= mostBooksInOneFile) return 1;
  return Math.min(2 ** Math.ceil(Math.log2(books / booksPerFile)), mostFiles);
}

/** The range of ids of one file: book ids are random, so equal ranges hold about equally many books. */
export function idsOfFile(number: number, files: number): { from: string; below: string | null } {
  const idAt = (file: number) => {
    const head = Math.floor((file * 2 ** 32) / files).toString(16);
    return `${head.padStart(8, '0')}-0000-0000-0000-000000000000`;
  };
  return { from: idAt(number - 1), below: number === files ? null : idAt(number) };
}

/** Serves /sitemap.xml, as an index of numbered files once there are many books, and /robots.txt, which names it. */
export function registerSitemap({ http, publicUrl, estimateBooks, listBooks }: SitemapDeps): void {
  const counts = createMemo<number>({ keepMs: countedForMs, limit: 1, now: Date.now });
  const filesNow = () => counts.get('files', async () => countFiles(await estimateBooks()));

  async function writeFile(number: number, files: number): Promise<string> {
    const books = await listBooks({ ...idsOfFile(number, files), limit: mostBooksInFile });
    const fixed =
      number === 1 ? [paths.home(), paths.calendar(), paths.contact()].map((path) => ({ path, changedAt: null })) : [];
    const places = books.map(({ id, updatedAt }) => ({ path: paths.book(id), changedAt: updatedAt }));
    return writeSitemap(publicUrl, [...fixed, ...places]);
  }

  async function makeEntry() {
    const files = await filesNow();
    return { text: files === 1 ? await writeFile(1, 1) : writeIndex(publicUrl, files) };
  }

  const hidden = { schema: { hide: true } };
  http.app.get('/sitemap.xml', hidden, (request, reply) =>
    http.servePublic(request, reply, { key: 'sitemap', headers: xmlHeaders, make: makeEntry, isSeldom: true }),
  );
  http.app.get('/sitemap-:number.xml', hidden, async (request, reply) => {
    const number = /^\/sitemap-([1-9]\d{0,4})\.xml/.exec(request.url)?.[1];
    if (!number || Number(number) > mostFiles) throw notFound();
    const files = await filesNow();
    if (Number(number) > files) throw notFound();
    const make = async () => ({ text: await writeFile(Number(number), files) });
    return http.servePublic(request, reply, {
      key: `sitemap ${number} of ${files}`,
      headers: xmlHeaders,
      make,
      isSeldom: true,
    });
  });
  const robots = `User-agent: *\nAllow: /\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
  http.app.get('/robots.txt', hidden, (request, reply) =>
    http.servePublic(request, reply, {
      key: 'robots',
      headers: { ...xmlHeaders, 'Content-Type': 'text/plain; charset=utf-8' },
      make: async () => ({ text: robots }),
    }),
  );
}

const xmlStart = '<?xml version="1.0" encoding="UTF-8"?>\n';
const sitemapNamespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

function writeSitemap(publicUrl: string, places: readonly Place[]): string {
  const urls = places.flatMap((place) => writeUrls(publicUrl, place)).join('\n');
  return `${xmlStart}<urlset xmlns="${sitemapNamespace}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls}\n</urlset>\n`;
}

function writeUrls(publicUrl: string, { path, changedAt }: Place): string[] {
  const address = (language?: (typeof languages)[number]) =>
    escapeMarkup(publicUrl + (language ? inLanguage(path, language) : path));
  const alternates = [
    ...languages.map((language) => ({ tag: languageTags[language], href: address(language) })),
    { tag: 'x-default', href: address() },
  ]
    .map(({ tag, href }) => `<xhtml:link rel="alternate" hreflang="${tag}" href="${href}"/>`)
    .join('');
  const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : '';
  return languages.map((language) => `<url><loc>${address(language)}</loc>${changed}${alternates}</url>`);
}

function writeIndex(publicUrl: string, files: number): string {
  const entries = Array.from({ length: files }, (_, index) => {
    return `<sitemap><loc>${escapeMarkup(publicUrl)}/sitemap-${index + 1}.xml</loc></sitemap>`;
  });
  return `${xmlStart}<sitemapindex xmlns="${sitemapNamespace}">\n${entries.join('\n')}\n</sitemapindex>\n`;
}
