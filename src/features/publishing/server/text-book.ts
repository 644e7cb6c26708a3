import { readFile, stat } from 'node:fs/promises';
import { titleOf, withoutExtension } from '../names.ts';
import type { SourceFile } from '../rules.ts';
import type { OpenedBook } from './open-book.ts';
import { decodeText, parseText } from './text.ts';

const maxBookBytes = 64 * 1024 * 1024;
const openingCharacters = 4096;

/** A text file that is a whole novel. */
export async function openTextBook(file: SourceFile): Promise<OpenedBook> {
  if ((await stat(file.path)).size > maxBookBytes)
    return { state: 'refused', cause: 'the text is too large for one book (at most 64 MiB)' };
  const { text } = decodeText(await readFile(file.path));
  const { blocks } = parseText(file.name, text);
  if (blocks.length === 0) return { state: 'refused', cause: 'there is no text in it' };
  const title = titleOf(withoutExtension(file.name)) || 'Untitled';
  const parts = [{ title, number: null, volume: null }];
  return {
    state: 'done',
    result: {
      outline: { kind: 'novel', fields: {}, language: null, opening: text.slice(0, openingCharacters), parts },
      faults: [],
      notes: [],
      cover: null,
      part: () => ({ type: 'blocks', blocks }),
      release: async () => undefined,
    },
  };
}
