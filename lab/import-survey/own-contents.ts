import { readHeading } from '../../src/features/importing/names/headings.ts';

/**
 * How a survey learns how many chapters a text has by its own list of contents; null where it has no list. The one
 * place to change for another way of reading the list.
 */
export function countOwnContents(source: string): number | null {
  const entries = readOwnContents(source);
  if (entries.length < shortestList) return null;
  const kinds = entries.map((entry) => readHeading(entry)?.kind);
  const words = entries.map((entry) => /^\p{L}{3,}/u.exec(entry)?.[0].toLowerCase());
  const often = (word: string) => words.filter((each) => each === word).length >= entries.length * 0.4;
  const numbered = entries.filter((entry, index) => {
    const [kind, word] = [kinds[index], words[index]];
    if (kind === 'volume') return false;
    return kind !== undefined || leadingNumber.test(entry) || (word !== undefined && often(word));
  });
  // Where entries have numbers, a line without one is the second line of a long title.
  if (numbered.length >= shortestList) return numbered.length;
  // A list of parts alone does not tell how many chapters they have.
  return kinds.includes('volume') ? null : entries.length;
}

const leadingNumber = /^[（(【[]?(?:\d{1,4}|[IVXLC]{1,8})[.)、:—\s-]/u;
const shortestList = 3;
const longestList = 3000;
/** In lines: more room than this between two entries is the end of a list. */
const widestGap = 6;
const longestEntry = 160;

const listNames = [
  'contents|table of contents|list of chapters|table des mati[èe]res|sommaire|[íi]ndice(?: general| de capítulos)?',
  'inhalt|inhaltsverzeichnis|inhoud|innehåll|sisällys|indholdsfortegnelse|spis (?:treści|rzeczy|rozdziałów)|tartalom',
  'оглавление|содержание|目\\s*[录錄次]|الفهرس|فهرس|المحتويات|תוכן(?: העניינים)?|περιεχόμενα|index capitum',
].join('|');
const listName = new RegExp(`^[_*=\\s]*(?:${listNames})[_*=.:\\s]*$`, 'iu');

/** The entries of the list of contents at the front of a text, without page numbers; empty where there is none. */
export function readOwnContents(source: string): string[] {
  const lines = source.split(/\r\n?|\n/, 20_000).map((line) => line.trim());
  const at = lines.findIndex((line) => line.length < 60 && listName.test(line));
  if (at < 0) return [];
  const entries: Entry[] = [];
  let gap = 0;
  for (const line of lines.slice(at + 1, at + longestList)) {
    if (line === '') gap += 1;
    else {
      const entry = { text: withoutPage(line), gap };
      if (entries[0] && (gap > widestGap || isAgain(entry, entries[0]))) return textsOf(entries);
      entries.push(entry);
      if (isProse(entries)) return textsOf(withoutProse(entries));
      gap = 0;
    }
  }
  return textsOf(entries);
}

/** The list ends where its first entry comes again: there the text begins. The title may stand below the number then. */
function isAgain(entry: Entry, first: Entry): boolean {
  const [key, known] = [keyOf(entry), keyOf(first)];
  return key === known || (entry.gap >= 2 && key.length >= 5 && known.startsWith(key));
}

/** An entry, and how many empty lines stand above it. */
type Entry = { text: string; gap: number };

function textsOf(entries: readonly Entry[]): string[] {
  return entries.map(({ text }) => text);
}

const proseLines = 4;

/** Whether the last lines are a paragraph: one long line, or some of the width of a page without a heading in them. */
function isProse(entries: readonly Entry[]): boolean {
  if ((entries.at(-1)?.text.length ?? 0) > longestEntry) return true;
  const last = entries.slice(-proseLines);
  return (
    last.length === proseLines &&
    last.every(({ text, gap }, index) => text.length > 50 && (index === 0 || gap === 0) && !readHeading(text))
  );
}

/** The entries before a paragraph, and before the heading of that paragraph, which a greater gap parts from the list. */
function withoutProse(entries: readonly Entry[]): Entry[] {
  const long = (entries.at(-1)?.text.length ?? 0) > longestEntry;
  const list = entries.slice(0, long ? -1 : -proseLines);
  const heading = list.findLastIndex(({ gap }) => gap >= 2);
  return heading > 0 && heading >= list.length - 3 ? list.slice(0, heading) : list;
}

/** 'The Old Mint . . . . 13' and 'Capitolo I   »   5' end in the page. */
function withoutPage(line: string): string {
  return line.replace(/(?:\s*\.(?:\s*\.)+\s*|\s{2,}(?:»\s*)?|\t+)(?:p\.?\s*)?(?:\d{1,4}|[ivxl]{1,7})$/iu, '').trim();
}

function keyOf({ text }: Entry): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
