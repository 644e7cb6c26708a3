import { languageTags } from '../../../../shared/languages.ts';
import { paths } from '../../../../shared/paths.ts';
import { printedName } from '../../../../shared/printed-name.ts';
import { displayText } from '../../../../shared/text.ts';
import type { DoorText } from '../keys/words.ts';
import { type OpenedPages, sizeOfPage } from '../pages/pages.ts';
import { divinaType } from './model.ts';
import { manifestAddress, urnOf } from './publications.ts';

/** A comic's chapter as a Divina manifest: its stored pictures in their order, each also as JPEG. */
export function writeManifest(
  { chapter, pages }: Extract<OpenedPages, { kind: 'open' }>,
  { publicUrl, text }: { publicUrl: string; text: DoorText },
): string {
  const { id, bookId, number, language, layout, readingDirection } = chapter;
  const address = (page: number, ending: 'jpg' | 'webp') =>
    `${publicUrl}/opds/pages/${id}/${language}/${page}.${ending}`;
  const page = publicUrl + paths.chapter({ bookUuid: bookId, chapterUuid: id, number });
  return JSON.stringify({
    '@context': 'https://readium.org/webpub-manifest/context.jsonld',
    metadata: {
      '@type': 'http://schema.org/ComicIssue',
      conformsTo: 'https://readium.org/webpub-manifest/profiles/divina',
      identifier: urnOf(id, language),
      title: displayText(chapter.title).trim() || printedName(text, chapter),
      language: chapter.textLanguage ?? languageTags[language],
      modified: chapter.updatedAt.toISOString(),
      published: chapter.publishedAt.toISOString(),
      numberOfPages: pages.length,
      readingProgression: layout === 'strip' ? 'ttb' : readingDirection,
      belongsTo: { series: [{ name: displayText(chapter.bookTitle), position: number }] },
    },
    links: [
      { rel: 'self', href: manifestAddress(publicUrl, { chapterId: id, language }), type: divinaType },
      { rel: 'alternate', href: `${page}?lang=${language}`, type: 'text/html' },
    ],
    readingOrder: pages.map((each, index) => ({
      href: address(index, 'webp'),
      type: 'image/webp',
      ...sizeOfPage(each, { as: 'webp' }),
      alternate: [
        { href: address(index, 'jpg'), type: 'image/jpeg', ...sizeOfPage(each, { as: 'jpeg', atLeast: null }) },
      ],
    })),
  });
}
