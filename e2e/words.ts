import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type english from '../messages/en-us.json';
import type lateEnglish from '../messages/late/en-us.json';
import type { Language } from '../src/shared/languages.ts';

export type Words = typeof english & typeof lateEnglish;

/** The words of readers' pages in a language, as they stand in the messages. */
export const wordsIn = (language: Language): Words => ({
  ...read('messages', language),
  ...read('messages/late', language),
});

const read = (folder: string, language: Language) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '..', folder, `${language}.json`), 'utf8'));
