import { parseSync } from 'vite';
import type { SourceFile } from './tree.ts';

/** Sentences that people read in a file: comments of code and style sheets, paragraphs of pages. */
export function sentencesOf({ path, text }: SourceFile): { line: number; sentence: string }[] {
  return passagesOf({ path, text }).flatMap(({ at, words }) => {
    const line = text.slice(0, at).split('\n').length;
    return sentences(words).map((sentence) => ({ line, sentence }));
  });
}

interface Passage {
  /** Where it begins in the file. */
  at: number;
  words: string;
}

function passagesOf({ path, text }: SourceFile): Passage[] {
  if (path.endsWith('.md')) return paragraphs(text);
  if (path.endsWith('.css'))
    return [...text.matchAll(/\/\*(.*?)\*\//gs)].map((match) => passage(match.index, match[1]));
  const { comments } = parseSync(path, text);
  const passages: Passage[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const comment of comments) {
    const last = passages.at(-1);
    // Lines of comment that follow each other are one passage.
    if (comment.type === 'Line' && last && /^\s*$/.test(text.slice(end, comment.start)))
      last.words += ` ${comment.value}`;
    else passages.push(passage(comment.start, comment.value));
    end = comment.type === 'Line' ? comment.end : Number.NEGATIVE_INFINITY;
  }
  return passages.filter(({ words }) => !/^\s*(biome-ignore|@ts-|eslint|@vitest|#!)/.test(words));
}

function passage(at: number, words = ''): Passage {
  return { at, words: words.replace(/^\s*\*/gm, ' ') };
}

/** Of a page in Markdown; code, tables and headings are none. */
function paragraphs(text: string): Passage[] {
  const bare = text.replace(/^(```|~~~).*?^\1/gms, (code) => code.replace(/[^\n]/g, ' '));
  const passages: Passage[] = [];
  let at = 0;
  for (const part of bare.split(/(\n\s*\n|\n(?=\s*(?:[-*]|\d+\.)\s)|\n(?=[|#]))/)) {
    if (part.trim() && !/^\s*[|#<]/.test(part)) passages.push({ at, words: part.replace(/^\s*(?:[-*]|\d+\.)\s/, '') });
    at += part.length;
  }
  return passages;
}

function sentences(words: string): string[] {
  return words
    .replace(/`[^`]*`/g, (code) => code.replace(/[.?!]/g, '_'))
    .replace(/\s+/g, ' ')
    .replace(/\b(e\.g|i\.e|etc|vs|no|cf)\./gi, '$1_')
    .split(/(?<=[.?!])["')*_]*\s+(?=[\p{Lu}`"'(*[])/u)
    .map((sentence) => sentence.trim())
    .filter(Boolean);
}

/** A clause without a noun before it: a reader has to find out what it is about. */
export const freeClause = /^["'(*_]*(?:Who|Whom|Whose|Whoever|What|Whatever|Whichever)\b(?!.*\?["')*_]*$)/;
export const mostWords = 40;

export function countWords(sentence: string): number {
  return sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
