import { decodeEntities } from '../../shared/text.ts';

const pieceCharacters = 1024 * 1024;
/** In characters: '&#1114111;' has ten. */
const longestReference = 12;

/** References to characters as what they mean, in a text of any length. */
export function decodeReferences(text: string): string {
  return inPieces(text, decodeEntities);
}

/**
 * A replacement that asks a function for each match remembers all of them until its end: of millions, in a text that
 * nobody wrote by hand, no memory is large enough. No piece ends within a reference.
 */
export function inPieces(text: string, replaceIn: (piece: string) => string): string {
  if (text.length <= pieceCharacters) return replaceIn(text);
  let replaced = '';
  for (let from = 0; from < text.length; ) {
    const to = endOfPiece(text, from + pieceCharacters);
    replaced += replaceIn(text.slice(from, to));
    from = to;
  }
  return replaced;
}

function endOfPiece(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const mark = text.lastIndexOf('&', at - 1);
  return mark > at - longestReference ? mark : at;
}
