import { notFound } from '../server/errors.ts';
import { type Http, sharedCaching } from '../server/http.ts';
import { languages, languageTags } from '../shared/languages.ts';
import { paths } from '../shared/paths.ts';
import { escapeMarkup } from '../shared/text.ts';
import { inLanguage } from './head.ts';

interface SitemapDeps {
  http: Http;
  publicUrl: string;
  /** Every book that readers can see. */
  listBooks: () => Promise<{ id: string; updatedAt: Date }[]>;
}

interface Place {
  path: string;
  changedAt: Date | null;
}

/** Each place stands five times, once a language, with all its sisters: so a file stays far under 50 MB and 50,000. */
const placesPerFile = 2000;
const xmlHeaders = {
  'Content-Type': 'application/xml; charset=utf-8',
  'Cache-Control': sharedCaching,
  Vary: 'Accept-Encoding',
};

/** /sitemap.xml, cut into numbered files behind an index once there are many books; and /robots.txt, which names it. */
export function registerSitemap({ http, publicUrl, listBooks }: SitemapDeps): void {
  async function listPlaces(): Promise<Place[]> {
    const books = await listBooks();
    const fixed = [paths.home(), paths.contact()].map((path) => ({ path, changedAt: null }));
    return [...fixed, ...books.map(({ id, updatedAt }) => ({ path: paths.book(id), changedAt: updatedAt }))];
  }

  async function makeEntry() {
    const places = await listPlaces();
    const files = Math.ceil(places.length / placesPerFile);
    const text = files === 1 ? writeSitemap(publicUrl, places) : writeIndex(publicUrl, files);
    return { value: null, text };
  }

  async function makeFile(number: number) {
    const places = (await listPlaces()).slice((number - 1) * placesPerFile, number * placesPerFile);
    if (places.length === 0) throw notFound();
    return { value: null, text: writeSitemap(publicUrl, places) };
  }

  const hidden = { schema: { hide: true } };
  http.app.get('/sitemap.xml', hidden, (request, reply) =>
    http.servePublic(request, reply, { key: 'sitemap', headers: xmlHeaders, make: makeEntry }),
  );
  http.app.get('/sitemap-:number.xml', hidden, async (request, reply) => {
    const number = /^\/sitemap-([1-9]\d{0,4})\.xml/.exec(request.url)?.[1];
    if (!number) throw notFound();
    const make = () => makeFile(Number(number));
    return http.servePublic(request, reply, { key: `sitemap ${number}`, headers: xmlHeaders, make });
  });
  const robots = `User-agent: *\nAllow: /\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
  http.app.get('/robots.txt', hidden, (request, reply) =>
    http.servePublic(request, reply, {
      key: 'robots',
      headers: { ...xmlHeaders, 'Content-Type': 'text/plain; charset=utf-8' },
      make: async () => ({ value: null, text: robots }),
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
