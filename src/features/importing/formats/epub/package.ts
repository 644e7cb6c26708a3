import { type Place, resolvePlace } from '../../text/paths.ts';
import { allOf, childrenOf, readXml, wordsOf, type XmlElement } from '../../text/xml-tree.ts';

export type ManifestItem = { path: string; mediaType: string; properties: string[]; fallback: string };
export type SpineItem = { item: ManifestItem; isLinear: boolean; properties: string[] };
export type Creator = { name: string; role: string };

/** The parts of an EPUB's package document that we use. */
export type EpubPackage = {
  title: string;
  languages: string[];
  creators: Creator[];
  description: string;
  publisher: string;
  subjects: string[];
  rights: string;
  licenceLink: string;
  direction: 'ltr' | 'rtl' | null;
  layout: 'paginated' | 'roll' | 'flowing';
  /** Its pages follow each other without end, as in a strip. */
  isScrolled: boolean;
  spine: SpineItem[];
  nav: ManifestItem | null;
  ncx: ManifestItem | null;
  /** The files that may be the cover, the likeliest first: pictures, or documents that show one. */
  covers: string[];
  /** The files that are only called a cover. */
  calledCovers: string[];
  /** For a file of a kind that we cannot show: the file that stands in for it. */
  fallbacks: ReadonlyMap<string, string>;
  /** EPUB 2's list of named places: cover, title page, contents. */
  guide: { type: string; place: Place }[];
};

/** The path of the package by META-INF/container.xml; null where it names none. */
export function packagePath(container: string): string | null {
  const files = allOf(readXml(container), 'rootfile');
  const named = files.find((file) => file.attributes.get('media-type') === 'application/oebps-package+xml') ?? files[0];
  const path = named?.attributes.get('full-path');
  return path ? (resolvePlace('', path)?.path ?? null) : null;
}

export function readPackage(opf: string, path: string): EpubPackage | null {
  const root = childrenOf(readXml(opf), 'package')[0];
  if (!root) return null;
  const metadata = childrenOf(root, 'metadata')[0] ?? root;
  const facts = metadataOf(metadata);
  const manifest = manifestOf(root, path);
  const spine = childrenOf(root, 'spine')[0];
  const ncxId = spine?.attributes.get('toc') ?? '';
  const items = [...manifest.values()];
  return {
    ...facts.dublin,
    direction: directionOf(spine),
    layout: layoutOf(facts),
    isScrolled: layoutOf(facts) === 'roll' || /^scrolled/.test(facts.meta.get('rendition:flow') ?? ''),
    spine: spineOf(spine, manifest),
    nav: items.find((item) => item.properties.includes('nav')) ?? null,
    ncx: manifest.get(ncxId) ?? items.find((item) => item.mediaType === 'application/x-dtbncx+xml') ?? null,
    covers: coversOf({ items, manifest, facts, path }),
    calledCovers: coversByName(manifest),
    fallbacks: new Map(
      items.flatMap((item) => {
        const known = knownFor(item, manifest);
        return known === item ? [] : [[item.path, known.path] as const];
      }),
    ),
    guide: allOf(childrenOf(root, 'guide')[0] ?? { ...root, children: [] }, 'reference').flatMap((reference) => {
      const place = resolvePlace(path, reference.attributes.get('href') ?? '');
      const type = (reference.attributes.get('type') ?? '').toLowerCase().replace(/^other\./, '');
      return place ? [{ type, place }] : [];
    }),
  };
}

type Metadata = {
  dublin: Pick<
    EpubPackage,
    'title' | 'languages' | 'creators' | 'description' | 'publisher' | 'subjects' | 'rights' | 'licenceLink'
  >;
  /** `<meta name content>` and `<meta property>`; an element that refines another one is left out. */
  meta: Map<string, string>;
  /** The cover's address, as the programs of Mobipocket wrote it. */
  embeddedCover: string;
};

function metadataOf(metadata: XmlElement): Metadata {
  const refined = new Map<string, string>();
  const meta = new Map<string, string>();
  for (const element of allOf(metadata, 'meta')) {
    const { attributes } = element;
    const key = (attributes.get('property') ?? attributes.get('name') ?? '').toLowerCase();
    const value = wordsOf(element) || (attributes.get('content') ?? '').trim();
    const refines = (attributes.get('refines') ?? '').replace(/^#/, '');
    if (refines !== '') refined.set(`${refines} ${key}`, value);
    else if (!meta.has(key)) meta.set(key, value);
  }
  const texts = (name: string) => allOf(metadata, name).map(wordsOf).filter(Boolean);
  const refinement = (element: XmlElement, key: string) => refined.get(`${element.attributes.get('id') ?? ''} ${key}`);
  const titles = allOf(metadata, 'title').filter((element) => wordsOf(element) !== '');
  const main = titles.find((title) => refinement(title, 'title-type') === 'main') ?? titles[0];
  const creators = allOf(metadata, 'creator').map((element) => ({
    name: wordsOf(element),
    role: refinement(element, 'role') ?? element.attributes.get('role') ?? '',
  }));
  const licence = allOf(metadata, 'link').find((link) => /(^|[:\s])license$/i.test(link.attributes.get('rel') ?? ''));
  return {
    dublin: {
      title: main ? wordsOf(main) : '',
      languages: texts('language'),
      creators: creators.filter((creator) => creator.name !== ''),
      description: texts('description')[0] ?? '',
      publisher: texts('publisher')[0] ?? '',
      subjects: texts('subject'),
      rights: texts('rights')[0] ?? '',
      licenceLink: licence?.attributes.get('href') ?? '',
    },
    meta,
    embeddedCover: texts('embeddedcover')[0] ?? '',
  };
}

function manifestOf(root: XmlElement, path: string): Map<string, ManifestItem> {
  const manifest = new Map<string, ManifestItem>();
  for (const { attributes } of childrenOf(childrenOf(root, 'manifest')[0] ?? root, 'item')) {
    const place = resolvePlace(path, attributes.get('href') ?? '');
    if (!place) continue;
    const properties = (attributes.get('properties') ?? '').split(/\s+/).filter(Boolean);
    const mediaType = (attributes.get('media-type') ?? '').trim().toLowerCase();
    const fallback = attributes.get('fallback') ?? '';
    manifest.set(attributes.get('id') ?? '', { path: place.path, mediaType, properties, fallback });
  }
  return manifest;
}

const knownTypes =
  /^$|^(?:application\/(?:xhtml\+xml|x-dtbook\+xml)|text\/(?:html|x-oeb1-document)|image\/(?:jpe?g|png|gif|webp|avif|svg\+xml))$/;

/** The item itself if we can read its kind, else the first of its fallbacks that we can read. */
function knownFor(item: ManifestItem, manifest: ReadonlyMap<string, ManifestItem>): ManifestItem {
  const seen = new Set<ManifestItem>();
  for (let at: ManifestItem | undefined = item; at && !seen.has(at); at = manifest.get(at.fallback)) {
    if (knownTypes.test(at.mediaType)) return at;
    seen.add(at);
  }
  return item;
}

/** The spine without unknown items of the manifest, and with each document once. */
function spineOf(spine: XmlElement | undefined, manifest: ReadonlyMap<string, ManifestItem>): SpineItem[] {
  const seen = new Set<string>();
  return childrenOf(spine ?? { name: '', attributes: new Map(), children: [] }, 'itemref').flatMap(({ attributes }) => {
    const named = manifest.get(attributes.get('idref') ?? '');
    const item = named && knownFor(named, manifest);
    if (!item || seen.has(item.path)) return [];
    seen.add(item.path);
    const properties = (attributes.get('properties') ?? '').split(/\s+/).filter(Boolean);
    return [{ item, isLinear: attributes.get('linear') !== 'no', properties }];
  });
}

function directionOf(spine: XmlElement | undefined): 'ltr' | 'rtl' | null {
  const direction = spine?.attributes.get('page-progression-direction');
  return direction === 'rtl' || direction === 'ltr' ? direction : null;
}

function layoutOf({ meta }: Metadata): EpubPackage['layout'] {
  const layout = meta.get('rendition:layout') ?? '';
  if (layout === 'roll') return 'roll';
  const isFixed =
    layout === 'pre-paginated' ||
    /^(true|yes)$/i.test(meta.get('fixed-layout') ?? '') ||
    meta.get('book-type') === 'comic';
  return isFixed ? 'paginated' : 'flowing';
}

type CoverFacts = {
  items: readonly ManifestItem[];
  manifest: ReadonlyMap<string, ManifestItem>;
  facts: Metadata;
  path: string;
};

/** First what EPUB 3 marks, then what EPUB 2's metadata name: by id, by address, or by the file's name alone. */
function coversOf({ items, manifest, facts, path }: CoverFacts): string[] {
  const marked = items.filter((item) => item.properties.includes('cover-image'));
  const named = [facts.meta.get('cover') ?? '', facts.embeddedCover].filter(Boolean).flatMap((name) => {
    const address = resolvePlace(path, name)?.path;
    return (
      manifest.get(name) ??
      items.find((item) => item.path === address) ??
      items.find((item) => item.path.split('/').at(-1) === name.split('/').at(-1)) ??
      []
    );
  });
  return [...marked, ...named].map((item) => item.path);
}

/** Pictures, then documents, that are called a cover by their id or their file's name. */
function coversByName(manifest: ReadonlyMap<string, ManifestItem>): string[] {
  const called = [...manifest].filter(
    ([id, item]) => coverName.test(id) || coverName.test((item.path.split('/').at(-1) ?? '').replace(/\.\w+$/, '')),
  );
  const isPicture = ([, item]: [string, ManifestItem]) => item.mediaType.startsWith('image/');
  return [...called.filter(isPicture), ...called.filter((each) => !isPicture(each))].map(([, item]) => item.path);
}

const coverName =
  /^(?:(?:my|book|front|img|image|x|id)?[-_ ]?cover(?:[-_ ]?(?:image|img|page|picture|photo|pic|front|art))?|front[-_ ]?cover|couverture|portada|cubierta|titel(?:bild|seite)|umschlag|copertina|capa|封面图?|表紙|غلاف|الغلاف)[-_ ]?0*1?$/iu;
