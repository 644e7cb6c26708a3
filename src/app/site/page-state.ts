import type { Language } from '../../shared/languages.ts';
import type { KeptQueries } from '../../web/query.ts';
import type { Site } from '../../web/site.tsx';

/** The state from which the browser continues after the server's rendering. It never holds anything personal. */
export interface PageState {
  language: Language;
  found: boolean;
  /** The address for which the page was rendered, where it is also shown at other addresses. */
  standIn?: string;
  renderedAt: number;
  /** Address of the language's messages. */
  messages: string;
  site: Site;
  queries: KeptQueries;
}

/** The first of the private characters of Unicode, which stand for pieces; a text that holds one has it escaped. */
const firstMark = 0xe000;
const marks = /[\ue000-\uf8ff]/g;
const mostPieces = 0xf8ff - firstMark + 1;

/** Keys with the constants that follow them, identifiers, and the parts of the addresses of a picture's sizes. */
const repeated =
  /(?:"?[,{}[\]]*"\w+":(?:null|true|false|\[\]|"")?)+"?|(?:\/media\/)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?:\/w)?|\.(?:avif|webp) \d+w(?:, )?/g;

/**
 * Writes JSON shorter: one line with the pieces that it repeats, with tabs between them, and one in which each such piece is one
 * private character. Answers of lists repeat the same keys and addresses for each row.
 */
export function packState(json: string): string {
  const plain = json.replace(marks, (mark) => `\\u${mark.charCodeAt(0).toString(16)}`);
  const counts = new Map<string, number>();
  for (const [piece] of plain.matchAll(repeated)) counts.set(piece, (counts.get(piece) ?? 0) + 1);
  const pieces = [...counts].filter(([piece, count]) => count > 1 && piece.length > 6).map(([piece]) => piece);
  const numbers = new Map(pieces.slice(0, mostPieces).map((piece, number) => [piece, number]));
  const packed = plain.replace(repeated, (piece) => {
    const number = numbers.get(piece);
    return number === undefined ? piece : String.fromCharCode(firstMark + number);
  });
  return `${[...numbers.keys()].join('\t')}\n${packed}`;
}

/** The JSON that `packState` was given. */
export function unpackState(text: string): string {
  const end = text.indexOf('\n');
  const pieces = text.slice(0, end).split('\t');
  return text.slice(end).replace(marks, (mark) => pieces[mark.charCodeAt(0) - firstMark] ?? '');
}
