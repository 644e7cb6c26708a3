import { nameOfFormula, type StoredBlock, type TextInline } from './blocks.ts';

type Worded = Extract<StoredBlock, { inlines: unknown }>;

/** A text as Markdown (spec: studio.md#texts); `readMarkdown` makes the same blocks of it. */
export function writeMarkdown(blocks: readonly StoredBlock[]): string {
  const notes = new Notes();
  const parts = blocks.map((block) => writeBlock(block, notes));
  return [...parts, ...notes.definitions()].map((part) => `${part}\n`).join('\n');
}

/** The labels of notes: their marks, and a number behind a mark that stands for several notes. */
class Notes {
  private readonly labels = new Map<string, string>();
  private readonly times = new Map<string, number>();

  labelOf({ text, note }: { text: string; note: string }): string {
    const key = JSON.stringify([text, note]);
    const known = this.labels.get(key);
    if (known !== undefined) return known;
    const mark = text.replace(/[\\[\]#]/g, '\\$&').replace(/[\r\n]+/g, ' ');
    const times = (this.times.get(mark) ?? 0) + 1;
    this.times.set(mark, times);
    const label = times === 1 ? mark : `${mark}#${times}`;
    this.labels.set(key, label);
    return label;
  }

  definitions(): string[] {
    return [...this.labels].map(([key, label]) => {
      const [, note = ''] = JSON.parse(key) as [string, string]; // as `labelOf` wrote it
      return `[^${label}]: ${writeNote(note)}`.trimEnd();
    });
  }
}

function writeNote(note: string): string {
  const lines = note.split(/\r\n?|\n/).map((line) => line.replace(/[\\*{[]/g, '\\$&'));
  return lines.join('\\\n');
}

function writeBlock(block: StoredBlock, notes: Notes): string {
  if (block.type === 'hr') return '---';
  if (block.type === 'img') return `![${escapeAlt(block.alt)}](image:${block.imageId})`;
  const free = writeInlines(block.inlines, notes, { opensBrackets: false });
  // Only a bracket in front of an address is more than a bracket.
  const words = free.includes('](') ? writeInlines(block.inlines, notes, { opensBrackets: true }) : free;
  if (block.type === 'p') return `${'    '.repeat(block.indent ?? 0)}${escapeStart(words)}`;
  if (block.type === 'blockquote') return escapeStart(words).replace(/^/gm, '> ').replace(/^> $/gm, '>');
  return `${'#'.repeat(Number(block.type[1]))} ${words}`;
}

/** What would begin another kind of block at a paragraph's start. */
function escapeStart(words: string): string {
  return words.replace(/^(?:#{1,6}(?=\s|$)|>|[-+](?=\s|$)|-(?=[ \t-]*(?:\n|$))|\s)/, '\\$&');
}

const escapeAlt = (alt: string) => alt.replace(/[\\[\]]/g, '\\$&').replace(/[\r\n]+/g, ' ');

interface Style {
  em: boolean;
  strong: boolean;
}
const plain: Style = { em: false, strong: false };

function writeInlines(given: Worded['inlines'], notes: Notes, { opensBrackets }: { opensBrackets: boolean }): string {
  const inlines = merged(given);
  const styles = stylesOf(inlines);
  const written = inlines.map((inline, index) => {
    const [before, own, after] = [styles[index - 1] ?? plain, styles[index] ?? plain, styles[index + 1] ?? plain];
    const marks = marksBetween(before, own);
    if (inline.type !== 'text') return marks + writeInline(inline, notes);
    const words = escapeWords(inline.text, { opensBrackets, isAfterNote: inlines[index - 1]?.type === 'note' });
    const begins = (own.em && !before.em) || (own.strong && !before.strong);
    const ends = (own.em && !after.em) || (own.strong && !after.strong);
    return (
      marks +
      escapeEdges(words, {
        start: begins ? /^\s/ : inlines[index - 1]?.type === 'br' ? /^[ \t]/ : null,
        end: ends ? /\s$/ : inlines[index + 1]?.type === 'br' ? /[ \t]$/ : null,
      })
    );
  });
  return written.join('') + marksBetween(styles.at(-1) ?? plain, plain);
}

/** The parts with neighbours of one style as one. */
function merged(inlines: readonly TextInline[]): TextInline[] {
  const parts: TextInline[] = [];
  for (const inline of inlines) {
    const last = parts.at(-1);
    const isSame =
      inline.type === 'text' && last?.type === 'text' && marksBetween(styleOf(inline), styleOf(last)) === '';
    if (isSame) parts[parts.length - 1] = { ...last, text: last.text + inline.text };
    else if (inline.type !== 'text' || inline.text !== '') parts.push(inline);
  }
  return parts;
}

const styleOf = ({ em, strong }: { em?: boolean; strong?: boolean }): Style => {
  return { em: em === true, strong: strong === true };
};

/** The emphasis at each part; what is no text goes on with that of its neighbours where both have it. */
function stylesOf(inlines: readonly TextInline[]): Style[] {
  const own = inlines.map((inline) => (inline.type === 'text' ? styleOf(inline) : null));
  const after: Style[] = [];
  let next = plain;
  for (let at = own.length - 1; at >= 0; at -= 1) {
    after[at] = next;
    next = own[at] ?? next;
  }
  let before = plain;
  return own.map((style, at) => {
    const following = after[at] ?? plain;
    if (style) before = style;
    return style ?? { em: before.em && following.em, strong: before.strong && following.strong };
  });
}

function marksBetween(one: Style, other: Style): string {
  return `${one.strong === other.strong ? '' : '**'}${one.em === other.em ? '' : '*'}`;
}

function escapeWords(text: string, given: { opensBrackets: boolean; isAfterNote: boolean }): string {
  const escaped = text.replace(/\r\n?|\n/g, ' ').replace(given.opensBrackets ? /[\\*{[]/g : /[\\*{]|\[(?=\^)/g, '\\$&');
  // A note's mark and a colon would be the words of the note.
  return given.isAfterNote ? escaped.replace(/^:/, '\\:') : escaped;
}

/** Emphasis neither begins nor ends at a space, and a line neither. */
function escapeEdges(words: string, { start, end }: { start: RegExp | null; end: RegExp | null }): string {
  const begun = start ? words.replace(start, '\\$&') : words;
  const isOneSpace = begun.length === 2 && begun !== words;
  return end && !isOneSpace ? begun.replace(end, '\\$&') : begun;
}

function writeInline(inline: Exclude<TextInline, { type: 'text' }>, notes: Notes): string {
  switch (inline.type) {
    case 'br':
      return '\\\n';
    case 'ruby':
      return `{${escapeRuby(inline.base)}|${escapeRuby(inline.text)}}`;
    case 'note':
      return `[^${notes.labelOf(inline)}]`;
    case 'math':
      return `![${escapeAlt(inline.text)}](formula:${nameOfFormula(inline)})`;
  }
}

const escapeRuby = (text: string) => text.replace(/[\\{|}]/g, '\\$&').replace(/[\r\n]+/g, ' ');
