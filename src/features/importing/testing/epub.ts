import { makeZip, type ZipEntry } from '../../media/testing/zip.ts';

export type EpubParts = {
  /** The content of `<metadata>`; by default a title and a language. */
  metadata?: string;
  /** The spine's documents in order, by path beside the package: a body's content, a whole document, or bytes. */
  documents: Record<string, string | Buffer>;
  /** Attributes of a document's `<itemref>` and `<item>`. */
  itemrefs?: Record<string, string>;
  /** Pictures and other files, by their paths beside the package. */
  files?: Record<string, Buffer | string>;
  items?: Record<string, string>;
  spine?: string;
  /** The table of contents' `<ol>`, in a navigation document. */
  nav?: string;
  /** The table of contents' `<navMap>`, instead of `nav`. */
  ncx?: string;
  guide?: string;
  /** Entries of the archive beside the book. */
  more?: ZipEntry[];
  /** Stores entries without compression: a very high compression ratio would be refused. */
  isStored?: true;
};

const types: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  svg: 'image/svg+xml',
  xhtml: 'application/xhtml+xml',
};

const container =
  '<?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>';

/** An EPUB as a tool would write it, so that a test names only what it needs; `replaced` has entries by name. */
export function makeEpub(parts: EpubParts, replaced: ReadonlyMap<string, string> = new Map()): Buffer {
  const { documents, files = {}, itemrefs = {}, items = {} } = parts;
  const paths = [...Object.keys(documents), ...Object.keys(files)];
  const idOf = (path: string) => `i${paths.indexOf(path)}`;
  const manifest = paths.map((path) => {
    const type = types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    return `<item id="${idOf(path)}" href="${encodeURI(path)}" media-type="${type}" ${items[path] ?? ''}/>`;
  });
  const spine = Object.keys(documents).map((path) => `<itemref idref="${idOf(path)}" ${itemrefs[path] ?? ''}/>`);
  const opf = `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">${parts.metadata ?? '<dc:title>A book</dc:title><dc:language>en</dc:language>'}</metadata>
<manifest>${manifest.join('')}
${parts.nav ? '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>' : ''}
${parts.ncx ? '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>' : ''}</manifest>
<spine ${parts.ncx ? 'toc="ncx"' : ''} ${parts.spine ?? ''}>${spine.join('')}</spine>${parts.guide ?? ''}</package>`;
  const nav = `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body><nav epub:type="toc"><h1>Contents</h1>${parts.nav}</nav></body></html>`;
  const ncx = `<?xml version="1.0"?><!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "http://www.daisy.org/z3986/2005/ncx-2005-1.dtd"><ncx>${parts.ncx}</ncx>`;
  const entries: ZipEntry[] = [
    { name: 'mimetype', data: 'application/epub+zip', store: true },
    { name: 'META-INF/container.xml', data: container },
    { name: 'OEBPS/book.opf', data: opf },
    ...(parts.nav ? [{ name: 'OEBPS/nav.xhtml', data: nav }] : []),
    ...(parts.ncx ? [{ name: 'OEBPS/toc.ncx', data: ncx }] : []),
    ...Object.entries(documents).map(([path, body]) => ({ name: `OEBPS/${path}`, data: documentOf(body) })),
    ...Object.entries(files).map(([path, data]) => ({ name: `OEBPS/${path}`, data })),
    ...(parts.more ?? []),
  ];
  const written = entries.map((entry) => ({ ...entry, data: replaced.get(String(entry.name)) ?? entry.data }));
  return makeZip(parts.isStored ? written.map((entry) => ({ ...entry, store: true })) : written);
}

function documentOf(body: string | Buffer): string | Buffer {
  if (typeof body !== 'string') return body;
  if (/^<(\?xml|!doctype|html)/i.test(body)) return body;
  const html = /^<body/.test(body) ? body : `<body>${body}</body>`;
  return `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>A book</title></head>${html}</html>`;
}

/** A navigation list from labels and addresses; a third value holds the entries below. */
export type NavEntry = [label: string, href: string | null, below?: NavEntry[]];

export function navList(entries: readonly NavEntry[]): string {
  const items = entries.map(([label, href, below]) => {
    const head = href === null ? `<span>${label}</span>` : `<a href="${href}">${label}</a>`;
    return `<li>${head}${below ? navList(below) : ''}</li>`;
  });
  return `<ol>${items.join('')}</ol>`;
}
