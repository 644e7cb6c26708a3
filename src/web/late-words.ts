import { languages, languageTags } from '../shared/languages.ts';
import { addLateMessages } from './create-text.ts';
import type { Messages } from './i18n.tsx';

const files = import.meta.glob<Messages>('../../messages/late/*.json', { import: 'default' });

/** Loads the words of pages that few readers open, in the document's language. The server has them from its start. */
export async function loadLateWords(): Promise<void> {
  if (typeof document === 'undefined') return;
  const tag = document.documentElement.lang;
  const language = languages.find((each) => languageTags[each] === tag) ?? 'en-us';
  const words = await files[`../../messages/late/${language}.json`]?.();
  if (words) addLateMessages(language, words);
}
