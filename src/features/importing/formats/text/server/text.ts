import { readFile, stat } from 'node:fs/promises';
import { titleOf, withoutExtension } from '../../../names/names.ts';
import { findLanguage } from '../../../names/text-languages.ts';
import type { BookOutline, BookPart, OpenBook, OpenedBook } from '../../../plan/book-file.ts';
import type { TextFile } from '../../../plan/source.ts';
import { type MarkedNovel, splitAtHeadings } from '../../../text/novel.ts';
import { decodeTextFile } from '../../../text/server/encoding.ts';
import type { Format } from '../../format.ts';
import { createHeadingFinder, type FindDeclaredHeading } from '../../txt/declared-headings.ts';
import { splitNovel } from '../../txt/txt.ts';
import { noteOf, withoutHeadings } from '../../txt/verdict-words.ts';
import { documentTitle, type TitleFacts, titleOfText } from '../book-title.ts';
import { maxBookTextBytes, maxTextBytes, parseText, plainText, textFault } from '../parse-text.ts';
import { withPictures } from '../shown-pictures.ts';
import { cutUnmarked } from '../unmarked-novel.ts';

const openingCharacters = 4096;

const textName = /\.(txt|md|markdown|html?|xhtml)$/i;

export const text: Format = {
  type: 'text',
  isNamed: (name) => textName.test(name),
  async read({ name, path, head, encoding }) {
    if (!textName.test(name) || head.length === 0) return null;
    const given = { name, ...(encoding ? { encoding } : {}) };
    const decoded = decodeTextFile(given, head);
    // Its first bytes may be too few to tell: whether it can be read, all of it says.
    const opening = 'fault' in decoded ? '' : decoded.text;
    if (/\.x?html?$/i.test(name))
      return { ...given, path, type: 'text', ...(await ofPage(given, path)), pictures: new Map() };
    return { ...given, path, type: 'text', opening, heading: parseText(name, opening).title, pictures: new Map() };
  },
  fault: () => 'the file is empty',
};

/** A page's head may be longer than the first bytes of its file, and its text begins where all of it says. */
async function ofPage(
  given: { name: string; encoding?: string },
  path: string,
): Promise<{ opening: string; heading: string | null }> {
  const decoded = (await stat(path)).size > maxTextBytes ? null : decodeTextFile(given, await readFile(path));
  if (!decoded || 'fault' in decoded || textFault(decoded.text)) return { opening: '', heading: null };
  const { blocks, title } = parseText(given.name, decoded.text);
  const words = blocks.slice(0, mostOpening).map(plainText).join('\n');
  return { opening: words.slice(0, openingCharacters), heading: title };
}

const mostOpening = 200;

/**
 * A text file with a whole novel: TXT is cut where lines read like headings, Markdown and HTML at headings. The
 * `headings` of its book.yaml come before both.
 */
export async function openTextBook(file: TextFile, headings?: readonly string[]): Promise<OpenedBook> {
  if ((await stat(file.path)).size > maxBookTextBytes)
    return { state: 'refused', cause: 'the text is too large for one book (at most 64 MiB)' };
  const decoded = decodeTextFile(file, await readFile(file.path));
  if ('fault' in decoded) return { state: 'refused', cause: decoded.fault };
  const source = decoded.text;
  const fault = textFault(source);
  if (fault) return { state: 'refused', cause: fault };
  const findDeclared = headings && createHeadingFinder(headings);
  const { novel, facts, faults, notes } = /\.txt$/i.test(file.name)
    ? plainNovel(source, findDeclared)
    : markedNovel(file, source, findDeclared);
  if (novel.chapters.length === 0) return { state: 'refused', cause: 'there is no text in it' };
  return {
    state: 'done',
    result: {
      outline: outlineOf(novel, { ...titleOfText(facts, file.name), fileName: file.name }),
      faults,
      notes,
      cover: null,
      part: (index) => {
        const { shown } = withPictures(file, novel.chapters[index]?.blocks ?? []);
        return { type: 'blocks', blocks: shown };
      },
      release: async () => undefined,
    },
  };
}

type OpenedText = { novel: MarkedNovel; facts: TitleFacts; faults: OpenBook['faults']; notes: string[] };

function plainNovel(source: string, findDeclared?: FindDeclaredHeading): OpenedText {
  const novel = splitNovel(source, findDeclared);
  const note = noteOf(novel.verdict, novel.chapters.length);
  const isUnmatched = findDeclared !== undefined && novel.verdict.marks.length === 0;
  const facts = { told: novel.isTold ? novel.title : undefined, author: novel.isTold ? novel.author : undefined };
  return {
    novel,
    facts: { ...facts, page: novel.page },
    faults: isUnmatched ? [unmatched] : [],
    notes: [note],
  };
}

const unmatched = { name: 'headings', cause: 'no line of the text is what book.yaml says' };

function markedNovel(file: TextFile, source: string, findDeclared?: FindDeclaredHeading): OpenedText {
  const parsed = parseText(file.name, source);
  const faults = [...parsed.faults, ...withPictures(file, parsed.blocks).faults];
  const marked = splitAtHeadings({ ...parsed, ...(findDeclared ? { findDeclared } : {}) });
  const isWhole = marked.chapters.length === 1 && findDeclared === undefined;
  const unmarked = isWhole ? cutUnmarked(parsed.blocks) : null;
  const novel = unmarked ? { ...marked, chapters: unmarked.chapters } : marked;
  const document = documentTitle(parsed.documentTitle ?? '');
  const facts = { told: novel.title ?? document.title, author: document.author };
  if (unmarked) return { novel, facts, faults, notes: [noteOf(unmarked.verdict, novel.chapters.length)] };
  return { novel, facts, faults, notes: isWhole && parsed.heading === null ? [withoutHeadings(1)] : [] };
}

function outlineOf(
  novel: MarkedNovel,
  { title, author, fileName }: { title?: string; author?: string; fileName: string },
): BookOutline {
  const { language, chapters } = novel;
  const told = findLanguage(language ?? '');
  return {
    kind: 'novel',
    fields: { ...(title ? { title } : {}), ...(author ? { author } : {}) },
    language: told?.edition ?? null,
    textLanguage: told?.tag ?? null,
    opening: openingOf(novel),
    parts: partsOf(chapters, title || titleOf(withoutExtension(fileName)) || 'Untitled'),
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

/**
 * Titles stay as they were printed, with their numbers: the site's own count may differ. The heading of a part of the
 * book stands before the title of its first chapter.
 */
function partsOf(chapters: MarkedNovel['chapters'], bookTitle: string): BookPart[] {
  return chapters.map(({ heading, number, volume, opens, piece }) => {
    const shown = heading || bookTitle;
    const inVolume = opens !== undefined && (piece ?? 1) === 1 ? `${opens} · ${shown}` : shown;
    const isBare = heading === '' && piece !== undefined;
    return {
      title: piece === undefined ? inVolume : isBare ? `${inVolume} ${piece}` : `${inVolume} (${piece})`,
      number: piece === undefined ? number : null,
      volume: volume ?? null,
    };
  });
}
