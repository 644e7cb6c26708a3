import { createContext, use } from 'react';
import type english from '../../../../messages/studio/en-us.json';
import type { Language } from '../../../shared/languages.ts';
import { createText } from '../../../web/create-text.ts';
import type { KeysOf, Messages, TextOf } from '../../../web/i18n.tsx';

/** The key of every message of the studio. */
export type StudioKey = KeysOf<typeof english, ''>;
/** The studio's own messages; those of the site come from `useText`. */
export type StudioText = TextOf<StudioKey> & {
  /** The name of a setting of the site; null: there is none by that key. */
  settingName(key: string): string | null;
};

export function createStudioText(language: Language, messages: Messages): StudioText {
  const text = createText(language, messages) as unknown as TextOf<StudioKey>; // the keys are those of the file that was loaded
  const { names } = messages.settings as unknown as typeof english.settings; // as above
  return { ...text, settingName: (key) => (Object.hasOwn(names, key) ? names[key as keyof typeof names] : null) };
}

const StudioTextContext = createContext<StudioText | null>(null);
export const StudioTextProvider = StudioTextContext.Provider;

export function useStudioText(): StudioText {
  const text = use(StudioTextContext);
  if (!text) throw new Error('useStudioText needs a StudioTextProvider');
  return text;
}

/** A name for the middle of a sentence: its direction does not act on the words around it. */
export const isolate = (name: string): string => `\u2068${name}\u2069`;
