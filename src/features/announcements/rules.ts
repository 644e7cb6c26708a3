import type { Language } from '../../shared/languages.ts';
import { type Bar, inLanguageOf, isSafeLink, type ReadSetting } from '../../shared/site-settings.ts';

export const limits = { text: 500, atOnce: 3 };

export const announcementKinds = ['bar', 'inbox', 'both'] as const;
export type AnnouncementKind = (typeof announcementKinds)[number];

/** A piece of an announcement: words, or a link with its words. */
export interface Piece {
  text: string;
  href?: string;
}

/** Reads a text with links as `[words](address)`; a link that is not safe leaves its words, and all else is text. */
export function readPieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const found of text.matchAll(/\[([^[\]]+)\]\(([^()\s]+)\)/g)) {
    const [whole, words = '', href = ''] = found;
    pieces.push({ text: text.slice(at, found.index) }, { text: words, ...(isSafeLink(href) && { href }) });
    at = found.index + whole.length;
  }
  pieces.push({ text: text.slice(at) });
  return pieces.filter((piece) => piece.text !== '');
}

/** A bar in the language of who sees it. */
export interface ShownBar {
  id: string;
  pieces: Piece[];
}

/** The bars that stand now for readers of that language: for everybody, or with `isMember` for that user. */
export function barsAt(
  setting: ReadSetting,
  { language, now, isMember }: { language: Language; now: Date; isMember?: boolean },
): ShownBar[] {
  const time = now.getTime();
  const stands = ({ from, until }: Bar) => Date.parse(from) <= time && (until === null || Date.parse(until) > time);
  const isFor = ({ audience }: Bar) =>
    audience === 'all' || (isMember !== undefined && isMember === (audience === 'members'));
  const shown = setting('bars').filter((bar) => stands(bar) && isFor(bar));
  return shown
    .slice(-limits.atOnce)
    .map(({ id, texts }) => ({ id, pieces: readPieces(inLanguageOf(texts, language) ?? '') }));
}

/** Times that may have no end. */
export interface Span {
  from: Date;
  until: Date | null;
}

/** Whether two spans have a moment in common. */
export function meets(one: Span, other: Span): boolean {
  const begins = (from: Date, until: Date | null) => until === null || from.getTime() < until.getTime();
  return begins(one.from, other.until) && begins(other.from, one.until);
}
