import { readFile, stat } from 'node:fs/promises';
import { languageNamed, titleOf, withoutExtension } from '../names.ts';
import type { BookOutline, BookPart } from '../outline.ts';
import type { SourceFile } from '../source.ts';
import { type Novel, type NovelChapter, splitNovel } from '../txt.ts';
import { decodeTextFile } from './markup-text.ts';
import type { OpenedBook } from './open-book.ts';
import { parseText, plainText } from './text.ts';

const maxBookBytes = 20 * 1024 * 1024;
const openingCharacters = 4096;

/** A text file that is a whole novel: a TXT cut at its headings, any other kind as one chapter. */
export async function openTextBook(file: SourceFile): Promise<OpenedBook> {
  if ((await stat(file.path)).size > maxBookBytes)
    return { state: 'refused', cause: 'the text is too large for one book (at most 20 MiB)' };
  const text = decodeTextFile(file.name, await readFile(file.path));
  const novel = /\.txt$/i.test(file.name) ? splitNovel(text) : wholeText(file.name, text);
  if (novel.chapters.length === 0) return { state: 'refused', cause: 'there is no text in it' };
  return {
    state: 'done',
    result: {
      outline: outlineOf(novel, file),
      faults: [],
      notes: [],
      cover: null,
      part: (index) => ({ type: 'blocks', blocks: novel.chapters[index]?.blocks ?? [] }),
      release: async () => undefined,
    },
  };
}

function wholeText(name: string, text: string): Novel {
  const { blocks, heading, title } = parseText(name, text);
  if (blocks.length === 0) return { chapters: [] };
  const shown = title ?? '';
  return {
    chapters: [{ title: shown, heading: shown, number: null, blocks: heading === null ? blocks : blocks.slice(1) }],
  };
}

function outlineOf(novel: Novel, file: SourceFile): BookOutline {
  const { title, author, language, chapters } = novel;
  return {
    kind: 'novel',
    fields: { ...(title ? { title } : {}), ...(author ? { author } : {}) },
    language: languageNamed(language ?? ''),
    opening: openingOf(novel),
    parts: partsOf(chapters, title || titleOf(withoutExtension(file.name)) || 'Untitled'),
  };
}

function openingOf(novel: Novel): string {
  let opening = novel.title ?? '';
  for (const { title, blocks } of novel.chapters) {
    if (opening.length > openingCharacters) break;
    opening += ` ${title} ${blocks.slice(0, 20).map(plainText).join(' ')}`;
  }
  return opening.slice(0, openingCharacters);
}

/** Titles are as they were printed, number and all: the site's own count may be another one. */
function partsOf(chapters: readonly NovelChapter[], bookTitle: string): BookPart[] {
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
