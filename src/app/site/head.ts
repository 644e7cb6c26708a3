import { defaultLanguage, type Language, languages, languageTags } from '../../shared/languages.ts';
import { cleanDisplay, cutDescription, escapeMarkup } from '../../shared/text.ts';
import type { LeadImage, PageHead } from '../../web/page.ts';
import type { Site } from '../../web/site.tsx';

/** The window's title: the page's own, then the site's name. */
export function titleOf(title: string, site: Site): string {
  return title === site.name ? title : `${oneLine(title)} · ${site.name}`;
}

/** Text for the head, on one line; pages have decoded its entities already, which must happen exactly once. */
export function oneLine(text: string): string {
  return cleanDisplay(text).replace(/\s+/g, ' ').trim();
}

/** JSON that no HTML parser can take for the end of its script, and no JavaScript parser for the end of a line. */
export function escapeJson(value: unknown): string {
  const json = JSON.stringify(value);
  return json.replace(/[<\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

interface HeadRequest {
  head: PageHead;
  site: Site;
  language: Language;
  /** Origin without a slash at the end. */
  publicUrl: string;
  /** Path and the query that the page knows, without ?lang=. */
  address: string;
  /** Whether the address names its language. */
  addressed: boolean;
  /** The picture for previews of pages without their own. */
  defaultImage: string;
}

/** The tags of the head that describe the page to people, search engines and link previews. */
export function describePage(request: HeadRequest): string {
  const { head, site, language, publicUrl, addressed } = request;
  const title = titleOf(head.title, site);
  const jsonLd = typeof head.jsonLd === 'function' ? head.jsonLd(publicUrl) : head.jsonLd;
  const description = cutDescription(oneLine(head.description));
  const address = head.canonicalPath ?? request.address;
  const canonical = publicUrl + (addressed ? inLanguage(address, language) : address);
  const image = head.image ?? { src: request.defaultImage, width: 1200, height: 630 };
  const others = languages.filter((other) => other !== language);
  return [
    `<title>${escapeMarkup(title)}</title>`,
    meta('description', description),
    head.noindex ? meta('robots', 'noindex') : head.noarchive ? meta('robots', 'noarchive') : '',
    link('canonical', canonical),
    ...languages.map((other) => alternate(languageTags[other], publicUrl + inLanguage(address, other))),
    alternate('x-default', publicUrl + address),
    ...(head.feeds ?? []).map(feed),
    property('og:site_name', site.name),
    property('og:type', head.type ?? 'website'),
    property('og:title', head.type ? oneLine(head.title) : title),
    property('og:description', description),
    property('og:image', new URL(image.src, publicUrl).href),
    property('og:image:width', String(image.width)),
    property('og:image:height', String(image.height)),
    property('og:url', canonical),
    property('og:locale', localeOf(language)),
    ...others.map((other) => property('og:locale:alternate', localeOf(other))),
    meta('twitter:card', 'summary_large_image'),
    jsonLd ? `<script type="application/ld+json">${escapeJson(jsonLd)}</script>` : '',
  ].join('');
}

/** Preloads the first image before the browser has parsed the page, in the best format that the browser supports. */
export function preloadLead({ picture, sizes }: LeadImage): string {
  const best = picture.sources[0];
  const common = `<link rel="preload" as="image" fetchpriority="high" href="${escapeMarkup(picture.src)}"`;
  if (!best) return `${common}>`;
  return `${common} type="${best.type}" imagesrcset="${escapeMarkup(best.srcset)}" imagesizes="${escapeMarkup(sizes)}">`;
}

export function inLanguage(address: string, language: Language): string {
  return `${address}${address.includes('?') ? '&' : '?'}lang=${language}`;
}

const localeOf = (language: Language = defaultLanguage) => languageTags[language].replace('-', '_');
const meta = (name: string, content: string) => `<meta name="${name}" content="${escapeMarkup(content)}">`;
const property = (name: string, content: string) => `<meta property="${name}" content="${escapeMarkup(content)}">`;
const link = (rel: string, href: string) => `<link rel="${rel}" href="${escapeMarkup(href)}">`;
const feed = ({ href, title }: { href: string; title: string }) =>
  `<link rel="alternate" type="application/atom+xml" title="${escapeMarkup(title)}" href="${escapeMarkup(href)}">`;
const alternate = (hreflang: string, href: string) =>
  `<link rel="alternate" hreflang="${hreflang}" href="${escapeMarkup(href)}">`;
