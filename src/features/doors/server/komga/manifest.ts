import { directionOf, languageTags } from '../../../../shared/languages.ts';
import { displayText } from '../../../../shared/text.ts';
import type { ListedChapter } from '../../../catalog/server/search/edition-queries.ts';
import { epubType, type readNav } from '../../epub.ts';
import { type DoorPage, sizeOfPage } from '../pages/pages.ts';
import { writeId, writeNovelId } from './ids.ts';
import { type ReadProgress, writeDay, writeTime } from './shapes.ts';

export const progressionType = 'application/vnd.readium.progression+json';
export const positionsType = 'application/vnd.readium.position-list+json';
export const divinaType = 'application/divina+json';
export const publicationType = 'application/webpub+json';

/** The types of what lies in an EPUB of ours, by the endings of its names. */
const resourceTypes: Readonly<Record<string, string>> = {
  xhtml: 'application/xhtml+xml',
  css: 'text/css',
  jpg: 'image/jpeg',
};
/** Undefined: nothing that a reader shows. */
export const typeOfResource = (name: string) => resourceTypes[name.split('.').at(-1) ?? ''];

/** A chapter with its pages, and the start of the door's addresses. */
interface Opened {
  chapter: ListedChapter;
  pages: readonly DoorPage[];
  base: string;
}

/** A chapter of a novel as a place in its file; they count from 1. */
function writeDocument(chapters: number, number: number) {
  const locations = { position: number, progression: 0, totalProgression: (number - 1) / chapters };
  return { href: `c${number}.xhtml`, type: 'application/xhtml+xml', locations };
}

const bookUrl = ({ chapter, base }: Omit<Opened, 'pages'>) =>
  `${base}/api/v1/books/${writeId({ id: chapter.chapterId, language: chapter.language })}`;

/** A book as a Readium manifest of pictures; `rel` is one text, and `published` a day, as strict clients read them. */
export function writeManifest({ chapter, pages, base }: Opened) {
  const url = bookUrl({ chapter, base });
  const { language, number, publishedAt, changedAt } = chapter;
  const title = displayText(chapter.title) || (chapter.label ?? String(number));
  const progressions = { strip: 'ttb', ltr: 'ltr', rtl: 'rtl' } as const;
  return {
    context: 'https://readium.org/webpub-manifest/context.jsonld',
    metadata: {
      title,
      identifier: `urn:uuid:${chapter.chapterId}:${language}`,
      type: 'https://schema.org/ComicIssue',
      conformsTo: 'https://readium.org/webpub-manifest/profiles/divina',
      sortAs: title,
      modified: writeTime(changedAt && changedAt > publishedAt ? changedAt : publishedAt),
      published: writeDay(publishedAt),
      language: languageTags[language],
      author: chapter.author === '' ? [] : [displayText(chapter.author)],
      belongsTo: { series: [{ name: displayText(chapter.bookTitle), position: number }] },
      readingProgression: progressions[chapter.layout === 'strip' ? 'strip' : chapter.readingDirection],
      numberOfPages: pages.length,
    },
    links: [{ rel: 'self', href: `${url}/manifest/divina`, type: divinaType }],
    images: [{ href: `${url}/thumbnail`, type: 'image/jpeg' }],
    readingOrder: pages.map((page, index) => ({
      href: `${url}/pages/${index + 1}`,
      type: 'image/webp',
      ...sizeOfPage(page, { as: 'webp' }),
      alternate: [
        {
          href: `${url}/pages/${index + 1}?convert=jpeg`,
          type: 'image/jpeg',
          ...sizeOfPage(page, { as: 'jpeg', atLeast: null }),
        },
      ],
    })),
    resources: [],
    toc: [],
    landmarks: [],
    pageList: [],
  };
}

/** A novel's file as a Readium manifest: what lies in it, each by its own address. */
export function writeEpubManifest(given: {
  chapter: ListedChapter;
  names: readonly string[];
  chapters: ReturnType<typeof readNav>;
  base: string;
}) {
  const { chapter, names, chapters, base } = given;
  const { bookId, language, publishedAt, changedAt } = chapter;
  const url = `${base}/api/v1/books/${writeNovelId({ id: bookId, language })}`;
  const title = displayText(chapter.bookTitle);
  const titles = new Map(chapters.map((each) => [each.name, each.title]));
  const resources = names.flatMap((name) => {
    const type = typeOfResource(name);
    const named = titles.get(name);
    return type ? [{ name, href: `${url}/resource/${name}`, type, ...(named && { title: named }) }] : [];
  });
  const link = ({ name: _, ...shown }: (typeof resources)[number]) => shown;
  const isRead = ({ name }: { name: string }) => name.endsWith('.xhtml') && name !== 'nav.xhtml';
  return {
    context: 'https://readium.org/webpub-manifest/context.jsonld',
    metadata: {
      title,
      identifier: `urn:uuid:${bookId}:${language}`,
      type: 'https://schema.org/Book',
      conformsTo: 'https://readium.org/webpub-manifest/profiles/epub',
      sortAs: title,
      modified: writeTime(changedAt && changedAt > publishedAt ? changedAt : publishedAt),
      published: writeDay(publishedAt),
      language: languageTags[language],
      author: chapter.author === '' ? [] : [displayText(chapter.author)],
      belongsTo: { series: [{ name: title, position: 1 }] },
      readingProgression: directionOf(language),
      rendition: { layout: 'reflowable' },
    },
    links: [
      { rel: 'self', href: `${url}/manifest/epub`, type: publicationType },
      { rel: 'http://opds-spec.org/acquisition', href: `${url}/file`, type: epubType },
    ],
    images: [{ href: `${url}/thumbnail`, type: 'image/jpeg' }],
    readingOrder: resources.filter(isRead).map(link),
    resources: resources.filter((each) => !isRead(each)).map(link),
    toc: resources.filter(({ name }) => titles.has(name)).map(({ href, title: named }) => ({ href, title: named })),
    landmarks: [],
    pageList: [],
  };
}

/** The chapters of a novel as places in its file. */
export const writeDocuments = ({ numbers }: ListedChapter) =>
  numbers.map((_, index) => writeDocument(numbers.length, index + 1));

/** A page as a place in its book; pages count from 1. */
export function writePosition({ chapter, pages, base }: Opened, page: number) {
  return {
    href: `${bookUrl({ chapter, base })}/pages/${page}`,
    type: 'image/webp',
    locations: {
      position: page,
      progression: (page - 1) / pages.length,
      totalProgression: page / pages.length,
    },
  };
}

export function writeProgression(opened: Opened, { page, at }: ReadProgress) {
  const { kind, numbers } = opened.chapter;
  const locator = kind === 'novel' ? writeDocument(numbers.length, page) : writePosition(opened, page);
  return { modified: writeTime(at), device: { id: '', name: 'Longstrip' }, locator };
}
