import { readFile, stat } from 'node:fs/promises';
import { languageNamed, titleOf, withoutExtension } from '../../../names/names.ts';
import type { BookOutline, BookPart, OpenBook, OpenedBook } from '../../../plan/book-file.ts';
import type { TextFile } from '../../../plan/source.ts';
import { type MarkedNovel, splitAtHeadings } from '../../../text/novel.ts';
import { decodeTextFile } from '../../../text/server/encoding.ts';
import type { Format } from '../../format.ts';
import { splitNovel } from '../../txt/txt.ts';
import { maxBookTextBytes, parseText, plainText, textFault } from '../parse-text.ts';
import { withPictures } from '../shown-pictures.ts';

const openingCharacters = 4096;

const textName = /\.(txt|md|markdown|html?|xhtml)$/i;

export const text: Format = {
  type: 'text',
  isNamed: (name) => textName.test(name),
  async read({ name, path, head }) {
    if (!textName.test(name) || head.length === 0) return null;
    const opening = decodeTextFile(name, head);
    return { name, path, type: 'text', opening, heading: parseText(name, opening).title, pictures: new Map() };
  },
  fault: () => 'the file is empty',
};

/** A text file with a whole novel: TXT is cut where lines read like headings, Markdown and HTML at headings. */
export async function openTextBook(file: TextFile): Promise<OpenedBook> {
  if ((await stat(file.path)).size > maxBookTextBytes)
    return { state: 'refused', cause: 'the text is too large for one book (at most 64 MiB)' };
  const source = decodeTextFile(file.name, await readFile(file.path));
  const fault = textFault(source);
  if (fault) return { state: 'refused', cause: fault };
  const { novel, faults } = /\.txt$/i.test(file.name)
    ? { novel: splitNovel(source), faults: [] }
    : wholeText(file, source);
  if (novel.chapters.length === 0) return { state: 'refused', cause: 'there is no text in it' };
  return {
    state: 'done',
    result: {
      outline: outlineOf(novel, file),
      faults,
      notes: [],
      cover: null,
      part: (index) => {
        const { shown } = withPictures(file, novel.chapters[index]?.blocks ?? []);
        return { type: 'blocks', blocks: shown };
      },
      release: async () => undefined,
    },
  };
}

function wholeText(file: TextFile, source: string): { novel: MarkedNovel; faults: OpenBook['faults'] } {
  const parsed = parseText(file.name, source);
  const faults = [...parsed.faults, ...withPictures(file, parsed.blocks).faults];
  return { novel: splitAtHeadings(parsed), faults };
}

function outlineOf(novel: MarkedNovel, file: TextFile): BookOutline {
  const { title, author, language, chapters } = novel;
  return {
    kind: 'novel',
    fields: { ...(title ? { title } : {}), ...(author ? { author } : {}) },
    language: languageNamed(language ?? ''),
    opening: openingOf(novel),
    parts: partsOf(chapters, title || titleOf(withoutExtension(file.name)) || 'Untitled'),
  };
}

function openingOf(novel: MarkedNovel): string {
  let opening = novel.title ?? '';
  for (const { title, blocks } of novel.chapters) {
    if (opening.length > openingCharacters) break;
    opening += ` ${title} ${blocks.slice(0, 20).map(plainText).join(' ')}`;
  }
  return opening.slice(0, openingCharacters);
}

/** Titles stay as they were printed, with their numbers: the site's own count may differ. */
function partsOf(chapters: MarkedNovel['chapters'], bookTitle: string): BookPart[] {
  const headings = new Set(chapters.map(({ heading, piece }) => `${heading} ${piece ?? ''}`));
  const repeats = headings.size < chapters.length;
  return chapters.map(({ heading, number, volume, piece }) => {
    const shown = heading || bookTitle;
    const inVolume = volume !== undefined && repeats && shown !== volume ? `${volume} · ${shown}` : shown;
    const isBare = heading === '' && piece !== undefined;
    return {
      title: piece === undefined ? inVolume : isBare ? `${inVolume} ${piece}` : `${inVolume} (${piece})`,
      number: piece === undefined ? number : null,
      volume: volume ?? null,
    };
  });
}
