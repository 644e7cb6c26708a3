import type { BlockWriter, TextInline } from './block-writer.ts';
import { noteMark, raised } from './html-words.ts';

export type NoteInline = Extract<TextInline, { type: 'note' }>;

/** Words that wait for the end of their element: a note's mark, a superscript, or a word with its reading. */
type Held =
  | { kind: 'small'; name: string; text: string; isNote: boolean; href: string; note: string }
  | { kind: 'ruby'; base: string; text: string; part: 'base' | 'text' | 'aside' | 'after' };

/** In characters; a note's mark is a number, a sign or a short word in brackets. */
const longestMark = 6;

/** A cell with more words becomes paragraphs: such a table only arranges a page. */
export const longCell = 300;

/** The words of a block as they come: cells of a table, links, notes, and words with readings. */
export class LineWriter {
  held: Held | null = null;
  cells = 0;
  isCellNew = false;
  characters = 0;
  readonly noteLinks = new Map<NoteInline, string>();
  private linkedCharacters = 0;
  /** The addresses of the open links. */
  private readonly hrefs: string[] = [];

  constructor(
    private readonly writer: BlockWriter,
    private readonly options: { isBook?: true },
  ) {}

  /** The share of the words that is in links. */
  get linkedShare(): number {
    return this.characters === 0 ? 0 : this.linkedCharacters / this.characters;
  }

  openCell(): void {
    this.cells += 1;
    this.isCellNew = true;
  }

  closeCell(): void {
    this.cells = Math.max(0, this.cells - 1);
  }

  openLink({ href, isNote }: { href: string | null; isNote: boolean }): void {
    if (href !== null) this.hrefs.push(href);
    if (this.held?.kind === 'small') {
      this.held.isNote ||= href !== null;
      this.held.href ||= href ?? '';
    } else if (isNote && !this.held)
      this.held = { kind: 'small', name: 'a', text: '', isNote, href: href ?? '', note: '' };
  }

  closeLink(): void {
    this.hrefs.pop();
  }

  openSmall(name: string): void {
    if (this.held) return;
    const href = this.hrefs.at(-1);
    this.held = { kind: 'small', name, text: '', isNote: href !== undefined, href: href ?? '', note: '' };
  }

  /** A note whose words lie in an attribute of its mark, which may be an element around the word itself. */
  openNote(name: string, note: string): void {
    const isLinked = this.hrefs.length > 0;
    if (this.held?.kind === 'small') this.held.note ||= note;
    else if (!this.held) this.held = { kind: 'small', name, text: '', isNote: true, href: '', note };
    if (isLinked && this.held?.kind === 'small') this.held.href ||= this.hrefs.at(-1) ?? '';
  }

  words(text: string): void {
    const { held } = this;
    if (!held) this.say(text);
    else if (held.kind === 'small') held.text += text;
    else if (held.part === 'base' || held.part === 'text') held[held.part] += text;
    else if (held.part === 'after' && text.trim() !== '') this.nextRuby(text);
  }

  private say(text: string): void {
    if (text.trim() !== '') this.beginCell();
    this.writer.text(text);
    this.count(text.trim().length);
  }

  whole(inline: Parameters<BlockWriter['whole']>[0]): void {
    this.beginCell();
    this.writer.whole(inline);
    this.count(inline.text.length);
  }

  private beginCell(): void {
    if (this.cells === 0 || !this.isCellNew) return;
    if (this.writer.length > 0) this.writer.text(' | ');
    this.isCellNew = false;
  }

  private count(characters: number): void {
    this.characters += characters;
    if (this.hrefs.length > 0) this.linkedCharacters += characters;
  }

  /** Preformatted text keeps its lines. */
  lines(text: string): void {
    for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
      if (index > 0) this.writer.lineBreak();
      if (line !== '') this.say(line.replace(/\t/g, '    ').replace(/^ +/, (indent) => '\u00a0'.repeat(indent.length)));
    }
  }

  /** Ends the kept words: they go into the text at their place, with ruby text in the same line. */
  release(): void {
    const { held } = this;
    this.held = null;
    if (held?.kind === 'ruby') {
      if (held.text.trim()) this.writer.ruby(held.base.trim(), held.text.trim());
      else this.say(held.base);
      this.characters += held.base.length;
    } else if (held?.note) this.noted(held);
    else if (held?.isNote) this.note(noteMark(held.text), held.href);
    else if (held) this.say(raised(held.text));
  }

  /** Ends a note whose mark has no content, where no mark is around it. */
  closeNote(): void {
    if (this.held?.kind === 'small' && this.held.name === 'img') this.release();
    else if (this.held?.kind === 'small' && this.held.text.trim() === '') this.held.text = '*';
  }

  /** The mark stands behind the word that the element is around. */
  private noted({ text, href, note }: Extract<Held, { kind: 'small' }>): void {
    const isSign = [...text.trim()].length <= longestMark && !/\p{L}{2}/u.test(text.replace(/[注註译譯校]/gu, ''));
    if (!isSign) this.say(text);
    const inline: NoteInline = { type: 'note', text: noteMark(isSign && text.trim() ? text : '*'), note };
    if (href !== '') this.noteLinks.set(inline, href);
    this.whole(inline);
  }

  private note(text: string, href: string): void {
    if (!this.options.isBook || href === '' || text === '') {
      this.say(text);
      return;
    }
    const inline: NoteInline = { type: 'note', text, note: '' };
    this.noteLinks.set(inline, href);
    this.whole(inline);
  }

  rubyPart(name: string, { isClosing }: { isClosing: boolean }): void {
    if (this.held?.kind !== 'ruby') return;
    if (name === 'ruby' && isClosing) this.release();
    else if (/^(rb|rt|rp)$/.test(name)) {
      // One element may hold several pairs, one after the other.
      const isNext = !isClosing && name === 'rb' && this.held.part !== 'base';
      if (isNext) this.nextRuby('');
      else if (isClosing) this.held.part = name === 'rb' ? 'base' : 'after';
      else this.held.part = name === 'rp' ? 'aside' : name === 'rt' ? 'text' : 'base';
    }
  }

  nextRuby(base: string): void {
    this.release();
    this.held = { kind: 'ruby', base, text: '', part: 'base' };
  }
}
