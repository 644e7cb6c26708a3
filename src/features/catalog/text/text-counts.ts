import { type Language, languageTags } from '../../../shared/languages.ts';
import type { StoredBlock } from './blocks.ts';

/** The words of a block, without readings and the marks of notes; a line break is one character. */
export function shownText(block: StoredBlock): string {
  if (!('inlines' in block)) return '';
  return block.inlines
    .map((inline) => {
      if (inline.type === 'br') return '\n';
      return inline.type === 'ruby' ? inline.base : inline.type === 'note' ? '' : inline.text;
    })
    .join('');
}

/** A segmenter's time grows faster than the text, so it gets so many characters at once. */
const mostAtOnce = 1000;

/** Counts the words of texts in one language, by Unicode's boundaries, and their characters. */
export function createCounter(language: Language): (blocks: readonly StoredBlock[]) => {
  words: number;
  characters: number;
} {
  const segmenter = new Intl.Segmenter(languageTags[language], { granularity: 'word' });
  return (blocks) => {
    const counts = { words: 0, characters: 0 };
    for (const block of blocks) {
      const text = shownText(block);
      for (const character of text) if (character !== '\n') counts.characters += 1;
      for (const piece of piecesOf(text))
        for (const { isWordLike } of segmenter.segment(piece)) if (isWordLike) counts.words += 1;
    }
    return counts;
  };
}

/** The text in pieces; a long one is cut behind a space, or where it has none. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length; ) {
    const most = text.slice(from, from + mostAtOnce);
    const space = from + mostAtOnce < text.length ? most.lastIndexOf(' ') : -1;
    const piece = space > 0 ? most.slice(0, space) : most;
    pieces.push(piece);
    from += piece.length;
  }
  return pieces;
}
