import { type Language, languages, languageTags } from '../shared/languages.ts';
import { addLateMessages, createText } from './create-text.ts';
import type { Messages, Text } from './i18n.tsx';

const files = import.meta.glob<Messages>('../../messages/{late,own}/*.json', { import: 'default' });

/** `late`: the words of pages that few readers open. `own`: those of pages for users alone, which need the others too. */
export type LateWords = 'late' | 'own';

/** Loads words that come late, in the document's language. The server has them from its start. */
export async function loadLateWords(...wanted: readonly LateWords[]): Promise<void> {
  if (typeof document === 'undefined') return;
  const tag = document.documentElement.lang;
  await loadWords(languages.find((each) => languageTags[each] === tag) ?? 'en-us', wanted);
}

/** The same words in another language, for a page in two. */
export async function lateTextIn(language: Language): Promise<Text> {
  await loadWords(language, ['late', 'own']);
  return createText(language, {});
}

const known = new Map<Language, Messages>();

async function loadWords(language: Language, wanted: readonly LateWords[]): Promise<void> {
  const loaded = await Promise.all(wanted.map((name) => files[`../../messages/${name}/${language}.json`]?.()));
  const words = loaded.reduce<Messages>((all, more = {}) => mergeWords(all, more), known.get(language) ?? {});
  known.set(language, words);
  addLateMessages(language, words);
}

/** Words of both: some of a section may stand in one, others in the other. */
export function mergeWords(one: Messages, other: Messages): Messages {
  const merged = Object.entries(other).map(([name, words]) => {
    const before = one[name];
    return [name, typeof before === 'object' && typeof words === 'object' ? mergeWords(before, words) : words];
  });
  return { ...one, ...Object.fromEntries(merged) };
}
