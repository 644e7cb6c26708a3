import { element, empty, wrap, xmlDocument } from '../../../shared/xml.ts';

/** An Atom 1.0 feed (RFC 4287), all of it text that is ready to be read: decoded once, without control characters. */
export interface AtomFeed {
  id: string;
  /** BCP 47. */
  language: string;
  /** The address that relative addresses in the feed start from. */
  base: string;
  self: string;
  alternate: string;
  title: string;
  subtitle?: string;
  author: string;
  /** Address of a picture. */
  logo: string | null;
  updatedAt: Date;
  entries: readonly AtomEntry[];
}

export interface AtomEntry {
  id: string;
  title: string;
  author: string;
  summary: string;
  /** A term for programs, a label for people. */
  category?: { term: string; label: string };
  alternate: { href: string; language: string };
  /** Address of a small picture. */
  picture: string | null;
  createdAt: Date;
}

/** The feed as a document, every text escaped here and nowhere else. */
export function writeAtom(feed: AtomFeed): string {
  const { base, language, alternate, subtitle = '', logo, updatedAt } = feed;
  const parts = [
    element('id', feed.id),
    element('title', feed.title),
    subtitle === '' ? '' : element('subtitle', subtitle),
    element('updated', updatedAt.toISOString()),
    writeAuthor(feed.author),
    empty('link', { rel: 'self', type: 'application/atom+xml', href: feed.self }),
    empty('link', { rel: 'alternate', type: 'text/html', hreflang: language, href: alternate }),
    logo === null ? '' : element('logo', logo),
    ...feed.entries.map(writeEntry),
  ];
  const root = { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': language, 'xml:base': base };
  return xmlDocument(wrap('feed', parts, root));
}

function writeEntry(entry: AtomEntry): string {
  const { alternate, picture, createdAt, category } = entry;
  const parts = [
    element('id', entry.id),
    element('title', entry.title),
    element('published', createdAt.toISOString()),
    element('updated', createdAt.toISOString()),
    writeAuthor(entry.author),
    empty('link', { rel: 'alternate', type: 'text/html', hreflang: alternate.language, href: alternate.href }),
    picture === null ? '' : empty('link', { rel: 'enclosure', type: typeOfPicture(picture), href: picture }),
    category ? empty('category', category) : '',
    entry.summary === '' ? '' : element('summary', entry.summary),
  ];
  return wrap('entry', parts);
}

const writeAuthor = (name: string) => `<author>${element('name', name)}</author>`;
const typeOfPicture = (address: string) => (address.endsWith('.webp') ? 'image/webp' : 'image/jpeg');
