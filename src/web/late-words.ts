import { type Language, languages, languageTags } from '../shared/languages.ts';
import { addLateMessages, createText } from './create-text.ts';
import type { Messages, Text } from './i18n.tsx';

const files = import.meta.glob<Messages>('../../messages/late/*.json', { import: 'default' });

/** Loads the words of pages that few readers open, in the document's language. The server has them from its start. */
export async function loadLateWords(): Promise<void> {
  if (typeof document === 'undefined') return;
  const tag = document.documentElement.lang;
  await loadWords(languages.find((each) => languageTags[each] === tag) ?? 'en-us');
}

/** The same words in another language, for a page in two. */
export async function lateTextIn(language: Language): Promise<Text> {
  await loadWords(language);
  return createText(language, {});
}

async function loadWords(language: Language): Promise<void> {
  const words = await files[`../../messages/late/${language}.json`]?.();
  if (words) addLateMessages(language, words);
}
