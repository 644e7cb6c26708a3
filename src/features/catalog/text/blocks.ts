import type { Formula } from '../../../shared/mathml.ts';

/** What stands in a line of a novel's text (spec: reading.md#blocks). */
export type TextInline =
  /** `href`: of texts with links alone. */
  | { type: 'text'; text: string; em?: boolean; strong?: boolean; href?: string }
  | { type: 'br' }
  | { type: 'ruby'; base: string; text: string }
  | { type: 'note'; text: string; note: string }
  | Formula;

export type WordedType = 'p' | 'h2' | 'h3' | 'h4' | 'blockquote';

/** A stored block of a novel's text; an image in it is named by its id. */
export type StoredBlock =
  /** `item`: of texts with lists alone. */
  | { type: WordedType; inlines: TextInline[]; indent?: number; item?: 'ul' | 'ol' }
  | { type: 'hr' }
  | { type: 'img'; imageId: string; alt: string };

/** What Markdown can only name: the pictures and the formulas that a text has. */
export interface KnownParts {
  images: ReadonlySet<string>;
  formulas: ReadonlyMap<string, Formula>;
  /** For texts of the site's own, which no novel is: lists are lists, and links and pictures may lead where these say. */
  page?: { mayLink(address: string): boolean; mayShow(address: string): boolean };
}

/** The pictures and formulas in texts, by which their Markdown is read. */
export function partsOf(blocks: readonly StoredBlock[]): KnownParts {
  const images = new Set<string>();
  const formulas = new Map<string, Formula>();
  for (const block of blocks) {
    if (block.type === 'img') images.add(block.imageId);
    else if (block.type !== 'hr')
      for (const inline of block.inlines) if (inline.type === 'math') formulas.set(nameOfFormula(inline), inline);
  }
  return { images, formulas };
}

/** A short name for a formula: the same for equal ones. */
export function nameOfFormula({ text, nodes, isBlock }: Formula): string {
  const told = nodes.map(({ tag, depth, text: words, attributes }) => [
    ...[tag, depth, words ?? ''],
    Object.entries(attributes ?? {}).sort(([one], [other]) => (one < other ? -1 : 1)),
  ]);
  return shortHash(JSON.stringify([text, isBlock ?? false, told]));
}

/** Two 32-bit FNV-1a sums: a name among the few formulas of one text needs no more. */
function shortHash(text: string): string {
  let [one, other] = [0x811c9dc5, 0x01000193];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x5bd1e995);
  }
  return (one >>> 0).toString(36) + (other >>> 0).toString(36);
}

/** The inlines of a block without the spaces and breaks at its ends. */
export function withoutEdges(pieces: readonly TextInline[]): TextInline[] {
  const isEmpty = (piece: TextInline | undefined) =>
    piece?.type === 'br' || (piece?.type === 'text' && piece.text.trim() === '');
  let from = 0;
  let to = pieces.length;
  while (from < to && isEmpty(pieces[from])) from += 1;
  while (to > from && isEmpty(pieces[to - 1])) to -= 1;
  return pieces.slice(from, to).map((piece, index, kept) => {
    if (piece.type !== 'text') return piece;
    const begun = index === 0 ? piece.text.trimStart() : piece.text;
    return { ...piece, text: index === kept.length - 1 ? begun.trimEnd() : begun };
  });
}
