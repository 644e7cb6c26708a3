import { cutGutenberg } from './gutenberg.ts';
import { type Heading, type HeadingKind, readHeading } from './headings.ts';
import { isRule, joinLines } from './line-joining.ts';
import type { TextBlock } from './markdown.ts';
import { nameKey } from './names.ts';
import { plainBlocks, readLines, type Setting, settingOf, type TextLine } from './plain-text.ts';

export type NovelChapter = {
  /** What stands behind the printed number; empty where nothing does. */
  title: string;
  /** The whole heading as it was printed; empty for a part without one. */
  heading: string;
  /** The printed number as plain digits; null for prologues, appendices and parts without a heading. */
  number: string | null;
  volume?: string;
  /** Which piece of an overlong part this is, from 1. */
  piece?: number;
  blocks: TextBlock[];
};

export type Novel = { title?: string; author?: string; language?: string; chapters: NovelChapter[] };

/** A heading where it was found: its own lines, and those of the title below it. */
type Mark = Heading & { at: number; end: number; printed: string };

type Body = { lines: TextLine[]; setting: Setting };

/**
 * A novel in one plain text as its chapters, cut at its headings. A list of contents is none of them, and a text
 * without headings is cut at paragraphs where it is too long for one page. Takes time in proportion to the text.
 */
export function splitNovel(source: string): Novel {
  const { lines, isGutenberg, title, author, language } = cutGutenberg(readLines(source));
  const body: Body = { lines, setting: settingOf(lines) };
  const { candidates, end } = withoutContents(findCandidates(body), body.lines);
  const text = { ...body, lines: lines.slice(0, end) };
  const marks = findMarks(text, candidates);
  const front = readFront(text, marks[0]?.at ?? 0);
  const parts = partsOf(text, marks, front.from);
  const chapters = parts.flatMap((part) =>
    chapterOf(
      isGutenberg ? withoutUnderscores(part) : part,
      plainBlocks(part.lines, body.setting, { hasEmphasis: isGutenberg }),
    ),
  );
  const fields = { title: title ?? front.title, author: author ?? front.author, language };
  return {
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    chapters,
  };
}

/** A text that is one chapter, headings within it and all. */
export function parsePlainText(source: string): TextBlock[] {
  const { lines, isGutenberg } = cutGutenberg(readLines(source));
  return plainBlocks(lines, settingOf(lines), { hasEmphasis: isGutenberg });
}

function withoutUnderscores(part: Part): Part {
  return { ...part, title: part.title.replaceAll('_', ''), heading: part.heading.replaceAll('_', '') };
}

const endsSentence = /[。！？…；：.!?;:؟؛~～][”’」』）)»"'\]*_]*$|[”’」』）)»"]$/u;

/** Every line that reads like a heading and stands where one may stand. */
function findCandidates({ lines, setting }: Body): Mark[] {
  const marks: Mark[] = [];
  for (const [at, line] of lines.entries()) {
    const heading = line.text === '' ? null : readHeading(line.text);
    if (!heading) continue;
    const before = lines[at - 1];
    const isBelowMark = marks.at(-1)?.at === at - 1;
    const isClearBefore = !before || before.text === '' || isBelowMark;
    const isClearAfter = (lines[at + 1]?.text ?? '') === '';
    if (!mayStand(heading, line, { before, isClearBefore, isClearAfter, setting })) continue;
    marks.push({ ...heading, at, end: at + 1, printed: line.text });
    if (marks.length > mostCandidates) return [];
  }
  return inChain(withoutSetIn(marks, lines));
}

type Place = { before: TextLine | undefined; isClearBefore: boolean; isClearAfter: boolean; setting: Setting };

function mayStand(heading: Heading, line: TextLine, place: Place): boolean {
  const { before, isClearBefore, isClearAfter, setting } = place;
  // A broken sentence may begin a line with the words of a heading.
  if (!isClearBefore && (setting.width > 0 || (before && before.text.length > 12 && !endsSentence.test(before.text))))
    return false;
  if (/[,，;；、]$/u.test(line.text)) return false;
  switch (heading.kind) {
    case 'keyword':
    case 'section':
      if (heading.isGlued)
        return (
          !/[，。！？；：,;…“”"]/u.test(heading.title) && heading.title.length <= 40 && startsLikeTitle(heading.title)
        );
      return !(/。$/u.test(line.text) || (/[.]$/.test(heading.title) && heading.title.length > 100));
    case 'volume':
    case 'named':
      return !/[。]$/u.test(line.text) && (isClearBefore || isClearAfter || setting.width === 0);
    case 'roman':
    case 'digits':
      return isClearBefore && isClearAfter;
    case 'listed':
      return (
        (isClearBefore || setting.mode === 'lines') && heading.title.length <= 60 && !/[.。!！?？:：]$/u.test(line.text)
      );
  }
}

function startsLikeTitle(title: string): boolean {
  return /^[\p{Lu}\p{Lo}\p{N}"«“]/u.test(title);
}

/** Where headings stand at the margin, what is set in like a paragraph is one. */
function withoutSetIn(marks: Mark[], lines: readonly TextLine[]): Mark[] {
  const isSetIn = (mark: Mark) => (lines[mark.at]?.indent ?? 0) > 0;
  const atMargin = marks.filter((mark) => !isSetIn(mark) && mark.kind === 'keyword').length;
  return atMargin >= 2 ? marks.filter((mark) => mark.kind !== 'keyword' || !isSetIn(mark)) : marks;
}

/** What has no sign of a heading but its number must go on counting, or it is part of a sentence. */
function inChain(marks: Mark[]): Mark[] {
  let last = 0;
  return marks.filter((mark) => {
    if (mark.kind !== 'keyword') return true;
    const number = Number(mark.number ?? 0);
    if (mark.isGlued && number !== 1 && (number <= last || number > last + 3)) return false;
    last = number;
    return true;
  });
}

const mostChapters = 20_000;
/** With a list of contents in front and numbered lists within; beyond it, lines only look like headings. */
const mostCandidates = 3 * mostChapters;

/** The marks that the text is cut at: of the strongest kind that carries it. */
function findMarks(body: Body, candidates: readonly Mark[]): Mark[] {
  const of = (...kinds: HeadingKind[]) => candidates.filter((mark) => kinds.includes(mark.kind));
  const counted = (kind: HeadingKind) => counting(of(kind, 'volume', 'named'), kind);
  const choices: (() => Mark[])[] = [
    () => of('keyword', 'volume', 'named'),
    () => atLeast(2, 'section', of('section', 'volume', 'named')),
    () => atLeast(2, 'roman', counted('roman')),
    () => atLeast(2, 'volume', of('volume', 'named')),
    () => boldMarks(body.lines),
    () => roomy(body, atLeast(3, 'digits', counted('digits'))),
    () => roomy(body, atLeast(3, 'listed', counted('listed'))),
    () => atLeast(2, 'named', of('named')),
    () => roomy(body, shortMarks(body)),
  ];
  const primary: (HeadingKind | null)[] = [
    'keyword',
    'section',
    'roman',
    'volume',
    null,
    'digits',
    'listed',
    'named',
    null,
  ];
  for (const [index, choose] of choices.entries()) {
    const kind = primary[index];
    const chosen = choose();
    const carried = kind ? chosen.some((mark) => mark.kind === kind) : chosen.length >= 2;
    if (!carried || chosen.length > mostChapters) continue;
    const marks = withTitles(chosen, body);
    if (isMostlyFull(marks, body.lines)) return marks;
  }
  return [];
}

function atLeast(count: number, kind: HeadingKind, marks: Mark[]): Mark[] {
  return marks.filter((mark) => mark.kind === kind).length >= count ? marks : [];
}

/** Bare numbers are headings as far as they count on from 1, in each volume anew. */
function counting(marks: readonly Mark[], kind: HeadingKind): Mark[] {
  let last = 0;
  const kept = marks.filter((mark) => {
    if (mark.kind !== kind) return true;
    const number = Number(mark.number);
    if (number !== 1 && (number <= last || number > last + 2)) return false;
    if (number === 1 && last === 1) return false;
    last = number;
    return true;
  });
  return kept;
}

const roomyCharacters = 1500;

/** Weak signs count only where they stand as far apart as chapters do. */
function roomy({ lines }: Body, marks: Mark[]): Mark[] {
  if (marks.length === 0) return [];
  const characters = lines.slice(marks[0]?.at).reduce((sum, line) => sum + line.text.length, 0);
  return characters / marks.length >= roomyCharacters ? marks : [];
}

/** Lines that were set bold as a whole; one that comes again and again is a running title. */
function boldMarks(lines: readonly TextLine[]): Mark[] {
  const bold = lines.flatMap((line, at) => (line.isBold && line.text.length <= 120 ? [{ line, at }] : []));
  const times = new Map<string, number>();
  for (const { line } of bold) times.set(line.text, (times.get(line.text) ?? 0) + 1);
  return bold.filter(({ line }) => (times.get(line.text) ?? 0) < 3).map(({ line, at }) => bareMark(line.text, at));
}

function bareMark(text: string, at: number): Mark {
  return { kind: 'named', number: null, title: text, isGlued: false, at, end: at + 1, printed: text };
}

/** Short lines by themselves that end no sentence: the last resort of a text that marks its headings by nothing else. */
function shortMarks({ lines, setting }: Body): Mark[] {
  const found: Mark[] = [];
  let isTitlePage = true;
  let previous = '';
  for (const [at, line] of lines.entries()) {
    if (line.text === '') continue;
    const isAlone = (lines[at - 1]?.text ?? '') === '' && (lines[at + 1]?.text ?? '') === '';
    const mayFollow = isTitlePage || endsSentence.test(previous.slice(-20)) || isRule(previous);
    const next = lines[at + 2]?.text ?? '';
    const leads = isTitlePage || next.length > 60 || endsSentence.test(next);
    if (isAlone && mayFollow && leads && isTitleLike(line, lines, { at, setting })) found.push(bareMark(line.text, at));
    if (found.length > mostCandidates) return [];
    isTitlePage &&= line.text.length <= 60;
    previous = line.text;
  }
  // Several in a row are a title page, or verses: of a title page the last is the first heading.
  const follows = (mark: Mark, before: Mark | undefined) => before && charactersBetween(lines, before, mark) === 0;
  return found.filter((mark, index) => {
    const next = found[index + 1];
    return !(next && follows(next, mark)) && !(index > 3 && follows(mark, found[index - 1]));
  });
}

function isTitleLike(line: TextLine, lines: readonly TextLine[], place: { at: number; setting: Setting }): boolean {
  const { text } = line;
  const bare = text.replace(/(?<=\S\s)[«“"][^«»“”"]{1,30}[»”"]$/u, 'x');
  if (text.length > 50 || isRule(text) || /[.。!！?？;；,，،؛…»”"』」-]$/u.test(bare) || /[:：]/u.test(text))
    return false;
  if (!/^[\p{L}\p{N}«“"¿¡]/u.test(text)) return false;
  if (/\p{Script=Latin}/u.test(text)) {
    const isSetApart = (lines[place.at - 1]?.text ?? '') === '' && (lines[place.at - 2]?.text ?? '') === '';
    return /^\P{Ll}+$/u.test(text) ? text.length > 2 : isSetApart && /^[\p{Lu}\p{N}«“"¿¡]/u.test(text);
  }
  return line.indent === 0 && text.length <= 40;
}

function charactersBetween(lines: readonly TextLine[], a: Mark, b: Mark): number {
  const [first, second] = a.at < b.at ? [a, b] : [b, a];
  let characters = 0;
  for (let at = first.end; at < second.at && characters < 1000; at += 1) characters += lines[at]?.text.length ?? 0;
  return characters;
}

const emptyBelow = 30;

/**
 * Headings close upon each other whose like comes again (or came before) are a list of contents: its lines in front
 * are blanked, and a text ends where it begins behind.
 */
function withoutContents(marks: Mark[], lines: TextLine[]): { candidates: Mark[]; end: number } {
  const key = (mark: Mark) => (mark.number === null ? `t:${nameKey(mark.title)}` : `${mark.kind}:${mark.number}`);
  const times = new Map<string, number>();
  for (const mark of marks) times.set(key(mark), (times.get(key(mark)) ?? 0) + 1);
  const isList = (run: readonly Mark[]) =>
    run.length >= 3 && run.filter((mark) => (times.get(key(mark)) ?? 0) > 1).length >= run.length * 0.6;
  let candidates = marks;
  const first = runFrom(marks, lines);
  if (isList(first)) {
    const again = resumed(first, key);
    candidates = [...again, ...marks.slice(first.length)];
    const until = again[0]?.at ?? first.at(-1)?.end ?? 0;
    for (let at = first[0]?.at ?? 0; at < until; at += 1) lines[at] = noLine;
  }
  const last = runBefore(candidates, lines);
  if (last.length === candidates.length || !isList(last)) return { candidates, end: lines.length };
  return { candidates: candidates.slice(0, -last.length), end: last[0]?.at ?? lines.length };
}

/** The marks that follow each other with hardly a line between: titles may run over a second one. */
function runFrom(marks: readonly Mark[], lines: readonly TextLine[]): Mark[] {
  let to = 0;
  while (marks[to + 1] && isClose(lines, marks[to], marks[to + 1])) to += 1;
  return marks.slice(0, to + 1);
}

function runBefore(marks: readonly Mark[], lines: readonly TextLine[]): Mark[] {
  let from = marks.length - 1;
  while (from > 0 && isClose(lines, marks[from - 1], marks[from])) from -= 1;
  return marks.slice(Math.max(0, from));
}

function isClose(lines: readonly TextLine[], a: Mark | undefined, b: Mark | undefined): boolean {
  return a !== undefined && b !== undefined && charactersBetween(lines, a, b) < emptyBelow * 4;
}

/** A list of contents may run into the first heading itself: what comes for the second time in the run is one. */
function resumed(run: readonly Mark[], key: (mark: Mark) => string): Mark[] {
  const seen = new Set<string>();
  const again = run.findIndex((mark) => {
    const isSeen = seen.has(key(mark));
    seen.add(key(mark));
    return isSeen;
  });
  return again < 0 ? [] : run.slice(again);
}

/** Takes the title that stands on the lines below a bare number. */
function withTitles(marks: readonly Mark[], body: Body): Mark[] {
  return marks.map((mark, index) => {
    if (mark.title !== '' || mark.kind === 'named') return mark;
    const title = titleBelow(body, mark.end, marks[index + 1]?.at ?? body.lines.length);
    if (!title) return mark;
    const sign = /[\p{Script=Han}]/u.test(mark.printed) ? '\u3000' : /[.:]$/.test(mark.printed) ? ' ' : '. ';
    return { ...mark, title: title.text, end: title.end, printed: `${mark.printed}${sign}${title.text}` };
  });
}

function titleBelow({ lines, setting }: Body, from: number, limit: number): { text: string; end: number } | null {
  let at = from;
  while (at < limit && at < from + 3 && lines[at]?.text === '') at += 1;
  let end = at;
  while (end < limit && end < at + 5 && lines[end]?.text !== '' && (setting.mode !== 'lines' || end === at)) end += 1;
  const group = lines.slice(at, end).map((line) => line.text);
  if (group.length === 0 || group.length > 4 || (end >= limit && limit < lines.length)) return null;
  const text = joinLines(group);
  const isCapitals = /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text);
  if (isCapitals && text.length <= 300) return { text, end };
  const isHan = /\p{Script=Han}/u.test(text);
  const isPlain = !/[.。!！?？:：;；,，…»”"』」—-]$/u.test(text) && !/^[«“"「『—–-]/u.test(text);
  const isTitle = isPlain && group.length <= 2 && text.length <= (isHan ? 25 : 90) && (isHan || startsLikeTitle(text));
  return isTitle && (isHan || (lines[end]?.text ?? '') === '') ? { text, end } : null;
}

/** Marks with nothing below them were no headings. */
function isMostlyFull(marks: readonly Mark[], lines: readonly TextLine[]): boolean {
  const chapters = marks.filter((mark) => mark.kind !== 'volume' || marks.every((other) => other.kind === 'volume'));
  const full = marks.filter((mark, index) => {
    const next = marks[index + 1] ?? { ...mark, at: lines.length, end: lines.length };
    return charactersBetween(lines, mark, next) > emptyBelow;
  });
  return full.length * 2 >= chapters.length;
}

type Front = { from: number; title?: string; author?: string };

const contentsHeading =
  /^(?:table of )?contents\.?$|^table des mati[èe]res\.?$|^sommaire$|^[íi]ndice(?: general)?\.?$|^tabla de contenidos?$|^目\s*[录錄次]$|^(?:ال)?فهرس(?: المحتويات)?$|^المحتويات$/iu;
const imprint = /ISBN|Copyright|All rights|©|版权所有|تدمك|حقوق|رقم إيداع|droits réservés|derechos reservados/iu;
const authorPrefix = /^(?:作者|著者|by|de|par|por|تأليف|بقلم|المؤلف)(?:\s*[:：]\s*|\s+)/iu;

/** What stands before the first heading: a title page and a list of contents are read and left out, prose is kept. */
function readFront({ lines }: Body, until: number): Front {
  const shown = lines.slice(0, until);
  const contents = shown.findIndex((line) => contentsHeading.test(line.text.slice(0, 60)));
  const opening = contents < 0 ? shown : shown.slice(0, contents);
  const filled = opening.filter((line) => line.text !== '' && !imprint.test(line.text));
  const isTitlePage = filled.length <= 12 && filled.every((line) => line.text.length <= 90);
  if (!isTitlePage)
    return imprint.test(
      opening
        .map((line) => line.text.slice(0, 400))
        .join('\n')
        .slice(0, 4000),
    )
      ? titlesOf(filled, until)
      : { from: 0 };
  const rest = contents < 0 ? [] : shown.slice(contents);
  // Behind a list of contents, long paragraphs are the book's own.
  const prose = rest.findIndex((line) => line.text.length > 400);
  return titlesOf(filled, prose < 0 ? until : contents + prose);
}

function titlesOf(filled: readonly TextLine[], from: number): Front {
  const plain = filled.map((line) => line.text).filter((text) => text.length <= 60 && !/^[\d(（[]/.test(text));
  const [title, ...others] = [...new Set(plain)];
  if (title === undefined || endsSentence.test(title)) return { from };
  const named = others.find((text) => authorPrefix.test(text)) ?? others[0];
  const author = named
    ?.replace(authorPrefix, '')
    .replace(/\s*[著作编]$/u, '')
    .trim();
  return { from, title, ...(author && author.length <= 40 && !/\d/.test(author) ? { author } : {}) };
}

type Part = { title: string; heading: string; number: string | null; volume?: string; lines: TextLine[] };

function partsOf({ lines }: Body, marks: readonly Mark[], front: number): Part[] {
  const parts: Part[] = [];
  const isVolumes = marks.every((mark) => mark.kind === 'volume' || mark.kind === 'named');
  let volume: string | undefined;
  let carried: TextLine[] = lines.slice(front, marks[0]?.at ?? lines.length);
  if (charactersOf(carried) > 0 && (marks.length === 0 || charactersOf(carried) >= 200)) {
    parts.push({ title: '', heading: '', number: null, lines: carried });
    carried = [];
  }
  for (const [index, mark] of marks.entries()) {
    const own = lines.slice(mark.end, marks[index + 1]?.at ?? lines.length);
    const isVolume = mark.kind === 'volume' && !isVolumes;
    if (isVolume || mark.volume !== undefined) volume = mark.volume ?? mark.printed;
    if (charactersOf(own) < (isVolume ? 200 : 1)) {
      // Nothing of its own: it stands over what follows, unless that repeats it.
      const repeats = marks[index + 1]?.number === mark.number && marks[index + 1]?.kind === mark.kind;
      if (!isVolume && !repeats) carried.push({ text: mark.printed, indent: 0, isBold: false }, noLine);
      carried = carried.concat(own);
      continue;
    }
    const { title, number } = mark;
    const withVolume = volume === undefined || isVolume ? {} : { volume };
    parts.push({
      title,
      heading: mark.printed,
      number: isVolume ? null : number,
      ...withVolume,
      lines: [...carried, ...own],
    });
    carried = [];
  }
  const last = parts.at(-1);
  if (last) last.lines = last.lines.concat(carried);
  return parts.length > 1
    ? parts.filter((part, index) => !((index === 0 || index === parts.length - 1) && isImprint(part)))
    : parts;
}

/** A page of rights and addresses before or behind the book is no chapter of it. */
function isImprint(part: Part): boolean {
  const size = charactersOf(part.lines);
  return size < 2000 && part.number === null && part.lines.some((line) => imprint.test(line.text.slice(0, 2000)));
}

const noLine: TextLine = { text: '', indent: 0, isBold: false };

function charactersOf(lines: readonly TextLine[]): number {
  return lines.reduce((sum, line) => sum + line.text.length, 0);
}

/** Without headings, more than this is cut; with them, only what no writer meant as one chapter. */
const longestPart = { bare: 50_000, headed: 300_000 };
const pieceCharacters = 30_000;

function chapterOf(part: Part, blocks: TextBlock[]): NovelChapter[] {
  const { lines: _lines, ...chapter } = part;
  if (blocks.length === 0) return [];
  const sizes = blocks.map(sizeOf);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= (part.heading === '' ? longestPart.bare : longestPart.headed)) return [{ ...chapter, blocks }];
  const count = Math.ceil(total / pieceCharacters);
  const pieces: TextBlock[][] = Array.from({ length: count }, () => []);
  let before = 0;
  for (const [index, block] of blocks.entries()) {
    pieces[Math.min(count - 1, Math.floor((before * count) / total))]?.push(block);
    before += sizes[index] ?? 0;
  }
  return pieces
    .filter((piece) => piece.length > 0)
    .map((piece, index) => ({ ...chapter, piece: index + 1, blocks: piece }));
}

function sizeOf(block: TextBlock): number {
  if (!('inlines' in block)) return 0;
  return block.inlines.reduce((sum, inline) => sum + (inline.type === 'text' ? inline.text.length : 1), 0);
}
