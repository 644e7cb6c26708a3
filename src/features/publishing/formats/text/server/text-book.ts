import { readFile, stat } from 'node:fs/promises';
import { languageNamed, titleOf, withoutExtension } from '../../../names/names.ts';
import type { BookOutline, BookPart, OpenBook, OpenedBook } from '../../../plan/book-file.ts';
import type { SourceFile } from '../../../plan/source.ts';
import { type MarkedNovel, splitAtHeadings } from '../../../text/novel.ts';
import { decodeTextFile } from '../../../text/server/encoding.ts';
import { splitNovel } from '../../txt/txt.ts';
import { maxBookTextBytes, parseText, plainText, textFault } from '../parse-text.ts';
import { withPictures } from '../shown-pictures.ts';

const openingCharacters = 4096;

/** A text file that is a whole novel: a TXT cut at its headings, Markdown and HTML at theirs. */
export async function openTextBook(file: SourceFile): Promise<OpenedBook> {
  if ((await stat(file.path)).size > maxBookTextBytes)
    return { state: 'refused', cause: 'the text is too large for one book (at most 64 MiB)' };
  const text = decodeTextFile(file.name, await readFile(file.path));
  const fault = textFault(text);
  if (fault) return { state: 'refused', cause: fault };
  const { novel, faults } = /\.txt$/i.test(file.name) ? { novel: splitNovel(text), faults: [] } : wholeText(file, text);
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

function wholeText(file: SourceFile, text: string): { novel: MarkedNovel; faults: OpenBook['faults'] } {
  const parsed = parseText(file.name, text);
  const faults = [...parsed.faults, ...withPictures(file, parsed.blocks).faults];
  return { novel: splitAtHeadings(parsed), faults };
}

function outlineOf(novel: MarkedNovel, file: SourceFile): BookOutline {
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

/** Titles are as they were printed, number and all: the site's own count may be another one. */
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
