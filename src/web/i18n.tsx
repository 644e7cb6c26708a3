import { createContext, useContext } from 'react';
import type englishMessages from '../../messages/en-us.json';
import type lateMessages from '../../messages/late/en-us.json';
import type ownMessages from '../../messages/own/en-us.json';
import type { Language } from '../shared/languages.ts';

type Plural = { other: string };
export type KeysOf<Tree, Prefix extends string> = {
  [Key in keyof Tree & string]: Tree[Key] extends string | Plural
    ? `${Prefix}${Key}`
    : KeysOf<Tree[Key], `${Prefix}${Key}.`>;
}[keyof Tree & string];

/** The key of every message in the English files; those of the late ones are for pages that load them (late-words.ts). */
export type MessageKey =
  | KeysOf<typeof englishMessages, ''>
  | KeysOf<typeof lateMessages, ''>
  | KeysOf<typeof ownMessages, ''>;
export type Messages = { readonly [key: string]: string | Messages };
export type TextParams = Record<string, string | number>;

/** The messages, numbers and ages of one language. */
export type Text = TextOf<MessageKey>;

/** As `Text`, of messages with these keys. */
export interface TextOf<Key extends string> {
  language: Language;
  dir: 'ltr' | 'rtl';
  /** The message with its {placeholders} filled; `params.count` chooses the plural form. */
  t(key: Key, params?: TextParams): string;
  /** The text for the code of a failed call; null for a code that this page does not know. */
  errorText(code: string): string | null;
  /** A tag in the reader's language; a tag without a name stays as it is. */
  genre(tag: string): string;
  number(value: number): string;
}

const TextContext = createContext<Text | null>(null);
export const TextProvider = TextContext.Provider;

export function useText(): Text {
  const text = useContext(TextContext);
  if (!text) throw new Error('useText needs a TextProvider');
  return text;
}
