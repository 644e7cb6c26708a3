import { cutDescription } from '../../../../shared/text.ts';
import { closingBrackets } from '../../../catalog/text/closing-brackets.ts';
import type { BlockWriter } from '../../text/block-writer.ts';
import { decodeReferences } from '../../text/markup.ts';

/** The addresses of a text's link references, by their names. */
export type Definitions = Map<string, string>;

const definition = /^ {0,3}\[([^\]\n]{1,300})\]:[ \t]*(?:<([^>\n]{0,2000})>|(\S{1,2000}))/;

/** '[name]: address' on a line by itself; a footnote's text is not a definition. */
export function definitionIn(line: string): { label: string; address: string } | null {
  const found = definition.exec(line);
  if (!found?.[1] || found[1].startsWith('^')) return null;
  const rest = line.slice(found[0].length, found[0].length + 1000).trim();
  if (rest !== '' && !/^["'(]/.test(rest)) return null;
  return { label: labelOf(found[1]), address: found[2] ?? found[3] ?? '' };
}

function labelOf(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase();
}

const maxInlineCharacters = 200_000;

/** Writes a paragraph's words: emphasis, code, pictures, entities, escapes, and a link's words without its address. */
export function writeInlines(writer: BlockWriter, source: string, definitions: Definitions): void {
  if (source.length > maxInlineCharacters) writer.text(source);
  else new InlineReader(writer, source, definitions).read();
}

const htmlTag =
  /^<(\/?)(br|i|em|cite|b|strong|u|s|small|big|sup|sub|span|font|center|div|p|a|img|mark|q|tt|kbd|code)(?=[\s/>])[^<>]{0,1000}>/i;

class InlineReader {
  private run = '';
  private em = false;
  private strong = false;
  private readonly closing: ReadonlyMap<number, number>;
  /** The end of the address behind a link's words, by the end of the words. */
  private readonly ends = new Map<number, number>();
  private readonly ticks: ReadonlyMap<number, number>;
  private readonly parentheses: readonly number[];

  constructor(
    private readonly writer: BlockWriter,
    private readonly text: string,
    private readonly definitions: Definitions,
  ) {
    this.closing = closingBrackets(text);
    this.ticks = closingTicks(text);
    this.parentheses = [...text.matchAll(/\)/g)].map(({ index }) => index);
  }

  read(): void {
    for (let at = 0; at < this.text.length; ) at += this.step(at);
    this.flush();
  }

  /** Returns how many characters it read. */
  private step(at: number): number {
    switch (this.text[at]) {
      case '\\':
        return this.escape(at);
      case '`':
        return this.code(at);
      case '&':
        return this.entity(at);
      case '<':
        return this.angle(at);
      case '!':
        return this.text[at + 1] === '[' ? this.image(at) : this.say('!');
      case '[':
        return this.link(at);
      case ']':
        return this.ends.get(at) ?? this.say(']');
      case '*':
      case '_':
        return this.mark(at);
      default:
        return this.plain(at);
    }
  }

  private say(text: string): number {
    this.run += text;
    return text.length;
  }

  private plain(at: number): number {
    let end = at + 1;
    while (end < this.text.length && !'\\`&<![]*_'.includes(this.text.charAt(end))) end += 1;
    return this.say(this.text.slice(at, end));
  }

  private flush(): void {
    if (this.run !== '') this.writer.text(this.run);
    this.run = '';
  }

  private escape(at: number): number {
    const next = this.text[at + 1] ?? '';
    if (next === '' || !/[\\`*_{}[\]()#+.!<>~|&"'$%,/:;=?@^-]/.test(next)) return this.say('\\');
    this.run += next;
    return 2;
  }

  private code(at: number): number {
    const marks = /^`+/.exec(this.text.slice(at, at + 64))?.[0] ?? '`';
    const end = this.ticks.get(at);
    if (end === undefined) return this.say(marks);
    this.run += this.text.slice(at + marks.length, end).trim();
    return end - at + marks.length;
  }

  private entity(at: number): number {
    const found = /^&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,40});/i.exec(this.text.slice(at, at + 48))?.[0];
    if (!found) return this.say('&');
    this.run += decodeReferences(found);
    return found.length;
  }

  /** Reads the few elements that people write into Markdown; any other tag is shown as it is written. */
  private angle(at: number): number {
    const rest = this.text.slice(at, at + 1100);
    const tag = htmlTag.exec(rest);
    if (!tag?.[2]) return this.say('<');
    const name = tag[2].toLowerCase();
    this.flush();
    if (name === 'br') this.writer.lineBreak();
    else if (name === 'img') this.picture(attributeIn(tag[0], 'src'), attributeIn(tag[0], 'alt'));
    else if (/^(i|em|cite)$/.test(name)) this.writer.emphasis(tag[1] === '/' ? -1 : 1);
    else if (/^(b|strong)$/.test(name)) this.writer.strength(tag[1] === '/' ? -1 : 1);
    return tag[0].length;
  }

  private image(at: number): number {
    const close = this.closing.get(at + 1);
    const target = close === undefined ? null : this.targetBehind(at + 1, close);
    if (close === undefined || !target) return this.say('!');
    this.flush();
    this.picture(target.address, this.text.slice(at + 2, close));
    return target.end - at;
  }

  private picture(address: string, alt: string): void {
    const words = decodeReferences(alt)
      .replace(/[\\*_`[\]]/g, '')
      .replace(/\s+/g, ' ');
    if (address !== '') this.writer.image(address, cutDescription(words.trim(), 500));
  }

  private link(at: number): number {
    const close = this.closing.get(at);
    const target = close === undefined ? null : this.targetBehind(at, close);
    if (close === undefined || !target) {
      const note = /^\[\^([^\]\s]{1,20})\]/.exec(this.text.slice(at, at + 24));
      return note ? this.note(note[1] ?? '', note[0]) : this.say('[');
    }
    this.ends.set(close, target.end - close);
    return 1;
  }

  private note(mark: string, whole: string): number {
    this.run += `[${mark}]`;
    return whole.length;
  }

  /**
   * The part behind a link's or picture's words: '(address "title")', '[name]', or nothing if the words are the name.
   */
  private targetBehind(open: number, close: number): { address: string; end: number } | null {
    if (this.text[close + 1] === '(') return this.inlineTarget(close + 2);
    const named = this.text[close + 1] === '[' ? this.closing.get(close + 1) : undefined;
    const own = this.text.slice(open + 1, close);
    const name = named === undefined ? own : this.text.slice(close + 2, named) || own;
    const address = name.length > 300 ? undefined : this.definitions.get(labelOf(name));
    return address === undefined ? null : { address, end: (named ?? close) + 1 };
  }

  private inlineTarget(from: number): { address: string; end: number } | null {
    const end = this.parenthesisFrom(from);
    if (end === null) return null;
    const given = this.text.slice(from, end).trim();
    const address = given.startsWith('<') ? given.slice(1).split('>')[0] : given.split(/\s/)[0];
    return { address: address ?? '', end: end + 1 };
  }

  /** The parenthesis that closes an address, which may contain a few pairs of its own. */
  private parenthesisFrom(from: number): number | null {
    let place = firstFrom(this.parentheses, from);
    for (let tries = 0; tries < 4; tries += 1, place += 1) {
      const end = this.parentheses[place];
      if (end === undefined || end - from > longestTarget) return null;
      if ((this.text.slice(from, end).match(/\(/g)?.length ?? 0) <= tries) return end;
    }
    return null;
  }

  private mark(at: number): number {
    const mark = /^(\*{1,3}|_{1,3})/.exec(this.text.slice(at, at + 3))?.[0] ?? '*';
    if (!togglesAt(this.text, at, mark, mark.length === 1 ? this.em : this.strong)) return this.say(mark);
    this.flush();
    if (mark.length !== 2) {
      this.em = !this.em;
      this.writer.emphasis(this.em ? 1 : -1);
    }
    if (mark.length !== 1) {
      this.strong = !this.strong;
      this.writer.strength(this.strong ? 1 : -1);
    }
    return mark.length;
  }
}

const longestTarget = 2500;

/** The index of the first number in a rising list that is not less. */
function firstFrom(rising: readonly number[], least: number): number {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** For each run of backticks the next run of the same length. */
function closingTicks(text: string): Map<number, number> {
  const closing = new Map<number, number>();
  const next = new Map<number, number>();
  for (const { index, 0: row } of [...text.matchAll(/`+/g)].reverse()) {
    const end = next.get(row.length);
    if (end !== undefined) closing.set(index, end);
    next.set(row.length, index);
  }
  return closing;
}

function attributeIn(tag: string, name: string): string {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>"']+))`, 'i').exec(tag);
  return decodeReferences(found?.[1] ?? found?.[2] ?? found?.[3] ?? '');
}

/** A mark opens before a word if a closing mark follows, and closes behind a word; elsewhere it is a character. */
function togglesAt(text: string, at: number, mark: string, isOpen: boolean): boolean {
  const before = text[at - 1] ?? ' ';
  const after = text[at + mark.length] ?? ' ';
  const isWord = (character: string) => /[\p{L}\p{N}]/u.test(character);
  if (mark.startsWith('_') && isWord(before) && isWord(after)) return false;
  if (isOpen) return !/\s/.test(before);
  if (/\s/.test(after)) return false;
  const close = text.indexOf(mark, at + mark.length);
  return close > at && !/\s/.test(text[close - 1] ?? ' ');
}
