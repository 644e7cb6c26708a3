import type { KnownParts, StoredBlock, TextInline } from './blocks.ts';
import { closingBrackets } from './closing-brackets.ts';

/** What Markdown names by a label or an address: notes with their words, and what the text has already. */
export interface Named extends KnownParts {
  notes: ReadonlyMap<string, { mark: string; note: string }>;
}

type Picture = Extract<StoredBlock, { type: 'img' }>;
export type Piece = TextInline | Picture;

/** A run of asterisks: which emphasis it may end or begin. */
interface Marks {
  type: 'marks';
  count: number;
  canEnd: boolean;
  canBegin: boolean;
  toggles: { em: boolean; strong: boolean };
}

/** Where a link begins, and where it ends. */
interface Lead {
  type: 'lead';
  to: string | null;
}

const escapable = /[!-/:-@[-`{-~\s]/;
const mostInLabel = 200;

/** Reads a paragraph whose hard breaks are newlines. The time grows only in proportion to the length. */
export function readInlines(source: string, named: Named): Piece[] {
  const parts = new Tokens(source, named).read();
  pairMarks(parts.filter((part) => part.type === 'marks'));
  return joined(parts);
}

/** The text without its backslashes. */
export function withoutEscapes(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~\s])/g, '$1');
}

class Tokens {
  private readonly parts: (Piece | Marks | Lead)[] = [];
  /** The ends of links that lead somewhere. */
  private readonly leads = new Set<number>();
  private words = '';
  private isEscaped = false;
  private readonly closing: ReadonlyMap<number, number>;
  /** The end of an address behind a link's words, by the end of the words. */
  private readonly ends = new Map<number, number>();

  constructor(
    private readonly source: string,
    private readonly named: Named,
  ) {
    this.closing = closingBrackets(source);
  }

  read(): (Piece | Marks | Lead)[] {
    for (let at = 0; at < this.source.length; ) at += this.step(at);
    this.flush();
    return this.parts;
  }

  /** Returns how many characters it read. */
  private step(at: number): number {
    const wasEscaped = this.isEscaped;
    this.isEscaped = false;
    switch (this.source[at]) {
      case '\\':
        return this.escape(at);
      case '\n':
        return this.put({ type: 'br' }, 1);
      case '*':
        return this.marks(at, wasEscaped);
      case '{':
        return this.ruby(at);
      case '!':
        return this.picture(at);
      case '[':
        return this.note(at) || this.link(at);
      case ']':
        return this.linkEnd(at) ?? this.say(']');
      default:
        return this.plain(at);
    }
  }

  private say(text: string): number {
    this.words += text;
    return text.length;
  }

  private flush(): void {
    if (this.words !== '') this.parts.push({ type: 'text', text: this.words });
    this.words = '';
  }

  private put(part: Piece | Marks | Lead, length: number): number {
    this.flush();
    this.parts.push(part);
    return length;
  }

  private plain(at: number): number {
    let end = at + 1;
    while (end < this.source.length && !'\\\n*{![]'.includes(this.source.charAt(end))) end += 1;
    return this.say(this.source.slice(at, end));
  }

  private escape(at: number): number {
    const next = this.source[at + 1] ?? '';
    if (next === '' || next === '\n' || !escapable.test(next)) return this.say('\\');
    this.isEscaped = true;
    this.words += next;
    return 2;
  }

  private marks(at: number, wasEscaped: boolean): number {
    let end = at;
    while (this.source[end] === '*') end += 1;
    const count = end - at;
    if (count > 3) return this.say('*'.repeat(count));
    const canEnd = wasEscaped || !/\s/.test(this.source[at - 1] ?? ' ');
    const canBegin = !/\s/.test(this.source[end] ?? ' ');
    return this.put({ type: 'marks', count, canEnd, canBegin, toggles: { em: false, strong: false } }, count);
  }

  private ruby(at: number): number {
    const found = /^\{((?:[^\\{|}\n]|\\.)+)\|((?:[^\\{}\n]|\\.)+)\}/.exec(this.source.slice(at, at + 2000));
    if (!found?.[1]?.trim() || !found[2]?.trim()) return this.say('{');
    return this.put({ type: 'ruby', base: withoutEscapes(found[1]), text: withoutEscapes(found[2]) }, found[0].length);
  }

  /** A picture or a formula that the text has; any other is left out, with its words. */
  private picture(at: number): number {
    const close = this.source[at + 1] === '[' && !this.noteAt(at + 1) ? this.closing.get(at + 1) : undefined;
    const end = close === undefined ? null : this.addressEnd(close);
    if (close === undefined || end === null) return this.say('!');
    const address = this.source.slice(close + 2, end - 1).trim();
    const alt = withoutEscapes(this.source.slice(at + 2, close));
    const formula = /^formula:(\w+)$/.exec(address)?.[1];
    const imageId = /^image:([\w-]+)$/.exec(address)?.[1];
    const known = formula === undefined ? undefined : this.named.formulas.get(formula);
    if (known) return this.put(known, end - at);
    if (imageId !== undefined && this.named.images.has(imageId))
      return this.put({ type: 'img', imageId, alt }, end - at);
    if (this.named.page?.mayShow(address)) return this.put({ type: 'img', imageId: address, alt }, end - at);
    if (formula !== undefined) this.words += alt;
    return end - at;
  }

  private noteAt(at: number): { length: number; mark: string; note: string } | null {
    if (this.source[at + 1] !== '^') return null;
    const label = /^\[\^((?:[^\\\]\n]|\\.)+)\]/.exec(this.source.slice(at, at + mostInLabel));
    const found = label?.[1] === undefined ? undefined : this.named.notes.get(label[1]);
    return label && found ? { length: label[0].length, ...found } : null;
  }

  private note(at: number): number {
    const found = this.noteAt(at);
    return found ? this.put({ type: 'note', text: found.mark, note: found.note }, found.length) : 0;
  }

  /** Of a link only the words stay, but where links may lead on. */
  private link(at: number): number {
    const close = this.closing.get(at);
    const end = close === undefined ? null : this.addressEnd(close);
    if (close === undefined || end === null) return this.say('[');
    this.ends.set(close, end - close);
    const to = withoutEscapes(this.source.slice(close + 2, end - 1).trim());
    if (!this.named.page?.mayLink(to)) return 1;
    this.leads.add(close);
    return this.put({ type: 'lead', to }, 1);
  }

  private linkEnd(at: number): number | undefined {
    const length = this.ends.get(at);
    return length !== undefined && this.leads.has(at) ? this.put({ type: 'lead', to: null }, length) : length;
  }

  /** The end of the address in parentheses behind a closing bracket; null: there is none. */
  private addressEnd(close: number): number | null {
    if (this.source[close + 1] !== '(') return null;
    const found = /^\((?:[^()\n\\]|\\.|\([^()\n]*\))*\)/.exec(this.source.slice(close + 1, close + 3000));
    return found ? close + 1 + found[0].length : null;
  }
}

/** Each kind of emphasis begins at the nearest mark before its end; marks without a partner are words. */
function pairMarks(marks: readonly Marks[]): void {
  for (const kind of ['em', 'strong'] as const) {
    let begin: Marks | null = null;
    for (const mark of marks) {
      if (mark.count !== 3 && (mark.count === 1) !== (kind === 'em')) continue;
      if (begin && mark.canEnd) {
        begin.toggles[kind] = true;
        mark.toggles[kind] = true;
        begin = null;
      } else if (mark.canBegin) begin = mark;
    }
  }
}

function joined(parts: readonly (Piece | Marks | Lead)[]): Piece[] {
  const pieces: Piece[] = [];
  let [em, strong] = [false, false];
  let to: string | null = null;
  for (const part of parts) {
    if (part.type === 'marks') {
      const { toggles, count } = part;
      const rest = `${count !== 1 && !toggles.strong ? '**' : ''}${count !== 2 && !toggles.em ? '*' : ''}`;
      addWords(pieces, rest, { em, strong, to });
      if (toggles.em) em = !em;
      if (toggles.strong) strong = !strong;
    } else if (part.type === 'lead') to = part.to;
    else if (part.type === 'text') addWords(pieces, part.text, { em, strong, to });
    else pieces.push(part);
  }
  return pieces;
}

function addWords(
  pieces: Piece[],
  text: string,
  { em, strong, to }: { em: boolean; strong: boolean; to: string | null },
): void {
  if (text === '') return;
  const looks = { ...(em ? { em } : {}), ...(strong ? { strong } : {}), ...(to === null ? {} : { href: to }) };
  const last = pieces.at(-1);
  const isAlike = last?.type === 'text' && (last.em ?? false) === em && (last.strong ?? false) === strong;
  if (isAlike && (last.href ?? null) === to) last.text += text;
  else pieces.push({ type: 'text', text, ...looks });
}
