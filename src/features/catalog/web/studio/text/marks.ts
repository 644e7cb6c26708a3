/** A selection in a text, and the text itself. */
export interface Selected {
  text: string;
  from: number;
  to: number;
}

/** What is put in the place of a part of the text, and what is selected then. */
export interface Edit {
  from: number;
  to: number;
  words: string;
  select: { from: number; to: number };
}

/** The marks of a novel's text. */
export const marksOfNovels = ['strong', 'em', 'heading', 'quote', 'rule', 'ruby', 'note'] as const;
export type Mark = (typeof marksOfNovels)[number] | 'list' | 'link';

/** The edit that a button of the toolbar makes of a selection. */
export function editOf(mark: Mark, selected: Selected): Edit {
  switch (mark) {
    case 'strong':
      return around(selected, '**');
    case 'em':
      return around(selected, '*');
    case 'heading':
      return prefixed(selected, '## ');
    case 'quote':
      return prefixed(selected, '> ');
    case 'list':
      return prefixed(selected, '- ');
    case 'link':
      return link(selected);
    case 'rule':
      return inserted(selected, '\n\n---\n\n');
    case 'ruby':
      return ruby(selected);
    case 'note':
      return note(selected);
  }
}

/** Puts marks around the selection, or takes them away. */
function around({ text, from, to }: Selected, mark: string): Edit {
  const words = text.slice(from, to);
  const isMarked = text.slice(from - mark.length, from) === mark && text.slice(to, to + mark.length) === mark;
  if (isMarked && words !== '') {
    const start = from - mark.length;
    return { from: start, to: to + mark.length, words, select: { from: start, to: start + words.length } };
  }
  // Emphasis neither begins nor ends at a space.
  const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(words) ?? [];
  const start = from + before.length + mark.length;
  return {
    ...{ from, to, words: `${before}${mark}${inner}${mark}${after}` },
    select: { from: start, to: start + inner.length },
  };
}

/** Begins the paragraphs of the selection with a mark, or takes it away. */
function prefixed({ text, from, to }: Selected, prefix: string): Edit {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const end = text.indexOf('\n', to) === -1 ? text.length : text.indexOf('\n', to);
  const lines = text.slice(start, end).split('\n');
  const hasMark = (line: string) => line.trim() === '' || line.startsWith(prefix);
  const isMarked = lines.every(hasMark) && lines.some((line) => line.startsWith(prefix));
  const words = lines
    .map((line) => {
      if (isMarked) return line.startsWith(prefix) ? line.slice(prefix.length) : line;
      return line.trim() === '' && lines.length > 1 ? line : `${prefix}${line.replace(/^(?:#{1,6} |> ?|- )/, '')}`;
    })
    .join('\n');
  return { from: start, to: end, words, select: { from: start + words.length, to: start + words.length } };
}

function inserted({ from, to }: Selected, words: string): Edit {
  return { from, to, words, select: { from: from + words.length, to: from + words.length } };
}

function ruby({ text, from, to }: Selected): Edit {
  const base = text.slice(from, to);
  const start = base === '' ? from + 1 : from + base.length + 2;
  return { from, to, words: `{${base}|}`, select: { from: start, to: start } };
}

/** The selection as the words of a link, and a place for its address. */
function link({ text, from, to }: Selected): Edit {
  const words = text.slice(from, to);
  const start = words === '' ? from + 1 : from + words.length + 3;
  return { from, to, words: `[${words}]()`, select: { from: start, to: start } };
}

/** The note's mark behind the selection, and a place for its words at the end. */
function note({ text, to }: Selected): Edit {
  let number = 1;
  while (text.includes(`[^${number}]`)) number += 1;
  const rest = `${text.slice(to).trimEnd()}\n\n[^${number}]: `;
  const words = `[^${number}]${rest}`;
  return { from: to, to: text.length, words, select: { from: to + words.length, to: to + words.length } };
}

/** The places of words in a text. */
export function placesOf(text: string, find: string): number[] {
  if (find === '') return [];
  const pattern = new RegExp(find.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu');
  return [...text.matchAll(pattern)].map(({ index }) => index);
}
