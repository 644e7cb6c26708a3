import { languageTags } from '../../../../shared/languages.ts';
import { displayText } from '../../../../shared/text.ts';
import type { ListedChapter } from '../../../catalog/server/search/edition-queries.ts';
import { type DoorPage, sizeOfPage } from '../pages/pages.ts';
import { writeId } from './ids.ts';
import { type ReadProgress, writeDay, writeTime } from './shapes.ts';

export const progressionType = 'application/vnd.readium.progression+json';
export const positionsType = 'application/vnd.readium.position-list+json';
export const divinaType = 'application/divina+json';

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
