import { isContent, wordsOf } from '../../text/block-words.ts';
import type { HtmlBlock } from '../../text/block-writer.ts';
import type { NoteInline } from '../../text/line-writer.ts';
import type { Place } from '../../text/paths.ts';
import type { SpineText } from './spine.ts';

/** A note's mark in a document, and the place of the note. */
export type NoteMark = { from: string; mark: NoteInline; place: Place };

/** In characters; a longer note is cut, and can be read whole where it stands. */
const longestNote = 2000;

/**
 * Gives the marks of notes the words of their notes. A mark that leads to no words, or back from a note to the text,
 * stays without.
 */
export function fillNotes(texts: readonly SpineText[], marks: readonly NoteMark[]): void {
  const byPath = new Map(texts.map((text) => [text.path, text]));
  const targets = new Map<SpineText, Set<number>>();
  const placed = marks.flatMap(({ mark, place }) => {
    const text = byPath.get(place.path);
    const at = text?.anchors.get(place.fragment);
    if (!text || at === undefined) return [];
    targets.set(text, (targets.get(text) ?? new Set()).add(at));
    return [{ mark, text, at }];
  });
  const isMarkFirst = new Set(texts.flatMap(({ blocks }) => blocks.flatMap((block) => firstMark(block) ?? [])));
  for (const { mark, text, at } of placed) {
    // A note begins with its own mark, which leads back.
    if (isMarkFirst.has(mark)) continue;
    mark.note = noteAt(text, at, targets.get(text) ?? new Set()) || mark.note;
  }
}

function firstMark(block: HtmlBlock): NoteInline | null {
  const first = 'inlines' in block ? block.inlines.find((inline) => inline.type !== 'br') : undefined;
  return first?.type === 'note' ? first : null;
}

/** The note's blocks up to the next note or heading, as words. */
function noteAt({ blocks }: SpineText, at: number, others: ReadonlySet<number>): string {
  const words: string[] = [];
  let length = 0;
  for (let index = at; index < blocks.length && length < longestNote; index += 1) {
    const block = blocks[index];
    if (!block || (index > at && (others.has(index) || isEnd(block)))) break;
    if (!isContent(block)) continue;
    words.push(wordsOf(block));
    length += wordsOf(block).length;
  }
  const note = words
    .join('\n')
    .replace(/^(?:\[[^\]]{1,8}\]|[\d*†‡§]{1,5}[.:)]?)\s*/u, '')
    .replace(/\s*[↩↵⏎↑←]\ufe0e?\s*$/u, '');
  return note.length > longestNote ? `${note.slice(0, longestNote - 1).trimEnd()}…` : note;
}

function isEnd({ type }: HtmlBlock): boolean {
  return type === 'hr' || type === 'h2' || type === 'h3' || type === 'h4' || type === 'img';
}
