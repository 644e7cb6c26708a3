import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type english from '../messages/en-us.json';
import type lateEnglish from '../messages/late/en-us.json';
import type ownEnglish from '../messages/own/en-us.json';
import type { Language } from '../src/shared/languages.ts';

interface Tree {
  [key: string]: string | Tree;
}

export type Words = typeof english & typeof lateEnglish & typeof ownEnglish;

/** The words of readers' pages in a language, as they stand in the messages. */
export const wordsIn = (language: Language): Words =>
  merge(merge(read('messages', language), read('messages/late', language)), read('messages/own', language));

const read = (folder: string, language: Language) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '..', folder, `${language}.json`), 'utf8'));

/** Two trees of messages in one: some words of a section come with every page, others late. */
function merge(one: Tree, other: Tree): Words {
  const merged: Tree = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const known = merged[key];
    merged[key] = typeof known === 'object' && typeof value === 'object' ? merge(known, value) : value;
  }
  return merged as Words; // the types come from the same files
}
