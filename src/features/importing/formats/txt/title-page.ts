import { readHeading } from '../../names/headings.ts';
import { emptyLine, type TextLine } from '../../text/plain-text.ts';
import { type Body, endsSentence } from './heading-candidates.ts';

export type Front = {
  from: number;
  title?: string;
  author?: string;
  /** The short lines of the title page. */
  lines?: string[];
  /** Whether it is plainly a title page, with a title and an author. */
  isPlain?: boolean;
};

export const contentsHeading =
  /^(?:the |table of |list of )?contents\.?:?$|^(?:inhalts?(?:verzeichni(?:s|ss|ß))?|inhoud(?:sopgave)?|indice|sumário|sisällys(?:luettelo)?|innehåll|indhold|innhold|spis treści|obsah|tartalom|index capitum|содержание|оглавление|περιεχόμενα|תוכן(?: ה?ענינים| העניינים)?|目次)\.?:?$|^table(?: analytique)?(?: des (?:mati[èe]res|chapitres|lettres)(?: du .{1,30})?)?\.?$|^sommaire$|^[íi]ndice(?: general)?\.?$|^tabla de contenidos?$|^目\s*[录錄次]$|^(?:ال)?فهرس(?: المحتويات)?$|^المحتويات$/iu;
export const imprint = /ISBN|Copyright|All rights|©|版权所有|تدمك|حقوق|رقم إيداع|droits réservés|derechos reservados/iu;
const authorPrefix = /^(?:作者|著者|by|de|par|por|تأليف|بقلم|المؤلف)(?:\s*[:：]\s*|\s+)/iu;

/** In characters: less prose than this beside an imprint belongs to it. */
const shortestForeword = 3000;

/** Reads the text before the first heading: a title page and a list of contents are left out, prose is kept. */
export function readFront({ lines }: Body, until: number): Front {
  const shown = lines.slice(0, until);
  const contents = shown.findIndex((line) => contentsHeading.test(line.text.slice(0, 60)));
  const opening = contents < 0 ? shown : shown.slice(0, contents);
  const filled = opening.filter((line) => line.text !== '' && !imprint.test(line.text.slice(0, 400)));
  const isTitlePage = filled.length <= 12 && filled.every((line) => line.text.length <= 90) && proseIn(opening) < 0;
  if (!isTitlePage) return imprintIn(opening) ? titlesOf(filled, forewordIn(opening) ?? until) : besideProse(opening);
  const rest = contents < 0 ? [] : shown.slice(contents);
  // After a list of contents, long paragraphs belong to the book.
  const prose = proseIn(rest);
  return titlesOf(filled, prose < 0 ? until : contents + prose);
}

function imprintIn(lines: readonly TextLine[]): boolean {
  const words = lines.map((line) => line.text.slice(0, 400)).join('\n');
  return imprint.test(words.slice(0, 4000));
}

/** Where the book's own prose begins beside a page of rights; null where there is little more than the rights. */
function forewordIn(lines: readonly TextLine[]): number | null {
  const rest = lines.map((line) => (imprint.test(line.text.slice(0, 400)) ? emptyLine : line));
  const prose = proseIn(rest);
  const characters = rest.slice(Math.max(0, prose)).reduce((sum, line) => sum + line.text.length, 0);
  return prose < 0 || characters < shortestForeword ? null : headingAbove(rest, prose);
}

/** Several short lines above prose are a title page; one alone is the prose's own heading. */
function besideProse(lines: readonly TextLine[]): Front {
  const prose = proseIn(lines);
  const above = lines.slice(0, Math.max(0, prose)).filter((line) => line.text !== '');
  const isTitlePage = above.length >= 2 && above.length <= 12 && above.every((line) => line.text.length <= 60);
  if (!isTitlePage || above.some((line) => endsSentence.test(line.text) && /\p{Ll}/u.test(line.text)))
    return { from: 0 };
  return titlesOf(above, above.length >= 3 ? headingAbove(lines, prose) : prose);
}

/** The heading right above a paragraph, else the paragraph. */
function headingAbove(lines: readonly TextLine[], at: number): number {
  const above = lines.findLastIndex((line, index) => index < at && line.text !== '');
  const text = lines[above]?.text ?? '';
  const isHeading = text !== '' && text.length <= 60 && !authorPrefix.test(text) && !/\d{4}/.test(text);
  return isHeading && (lines[above - 1]?.text ?? '') === '' ? above : at;
}

/** The index of the first paragraph that is too long for a title page or a list. */
function proseIn(lines: readonly TextLine[]): number {
  let from = 0;
  let size = 0;
  for (const [at, line] of lines.entries()) {
    if (line.text === '') size = 0;
    else if (size === 0) from = at;
    size += line.text.length;
    const isWritten = endsSentence.test(line.text.slice(-20)) && size > 50 * (at - from + 1);
    if (size > 200 && isWritten) return from;
  }
  return -1;
}

function titlesOf(filled: readonly TextLine[], from: number): Front {
  const plain = filled
    .filter((line) => line.text.length <= 80)
    .map((line) => line.text.replace(/^[_《]+|[_》]+$/g, ''))
    .filter((text) => text.length <= 60 && !/^[\d(（[]|^(?:by|de|par|por)$/i.test(text));
  const inMarks = plain
    .map((text) => /^《?([^《》]{1,40})》\s*(\S{1,20})?$/u.exec(text))
    .find((found) => found !== null);
  const lines = [...new Set(plain)].filter((text) => !isNumbered(text));
  const [first, ...others] = lines;
  const title = inMarks?.[1] ?? first;
  if (title === undefined || endsSentence.test(title)) return { from, lines };
  const told = inMarks?.[2] ?? others.find((text) => authorPrefix.test(text));
  const named = told ?? others.find(isName);
  const author = named
    ?.replace(authorPrefix, '')
    .replace(/\s*[著作编編撰]$/u, '')
    .trim();
  const isAuthor = author !== undefined && author.length <= 40 && !/\d/.test(author);
  // A title and a name, or words that say who wrote it: any other short lines may be anything.
  const isPlain = told !== undefined || (isAuthor && lines.length <= 4) || lines.length === 1;
  return { from, title, lines, isPlain, ...(isAuthor ? { author } : {}) };
}

function isNumbered(text: string): boolean {
  const heading = readHeading(text);
  return heading !== null && heading.kind !== 'named' && heading.kind !== 'listed';
}

/** Han without a sign, or words with capitals: 'A NOVEL' and 'to my mother' are no names. */
function isName(text: string): boolean {
  if (/^[\p{Script=Han}·]{2,8}$/u.test(text) || /^[\p{Script=Arabic}\p{M}\s]{4,40}$/u.test(text)) return true;
  const words = text.split(/[\s,]+/).filter((word) => !/^(?:de|d[eiua]|da|dos|la|le|van|von|zu|der|y|of)$/.test(word));
  const isGenre = /^(?:an?|the|roman|novel|erz[äa]hlung|novelle|romanzo|роман|повесть|рассказ)$/i;
  return words.length >= 2 && words.length <= 5 && words.every((word) => /^\p{Lu}/u.test(word) && !isGenre.test(word));
}
