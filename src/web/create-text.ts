import { directionOf, type Language } from '../shared/languages.ts';
import type { MessageKey, Messages, Text, TextParams } from './i18n.tsx';
import { pluralOf, writeNumber } from './numbers.ts';

/** The words of pages that few readers open: they come with these pages. */
const late = new Map<Language, Messages>();

/** Adds the late words of a language to those that its texts find. */
export function addLateMessages(language: Language, messages: Messages): void {
  late.set(language, messages);
}

/** The texts of a language from its messages; without React, so that the service worker has them too. */
export function createText(language: Language, messages: Messages): Text {
  const formatNumber = (value: number) => writeNumber(language, value);
  const selectPlural = (count: number) => pluralOf(language, count);
  /** A page uses the same few messages again and again, in each card. */
  const found = new Map<MessageKey, string | Messages>();

  function t(key: MessageKey, params?: TextParams): string {
    const message = found.get(key) ?? findMessage(messages, key) ?? findMessage(late.get(language) ?? {}, key);
    if (message === undefined) throw new Error(`No message ${key} in ${language}`);
    found.set(key, message);
    const template = typeof message === 'string' ? message : pluralForm(message, params, selectPlural);
    return params ? fill(template, params, formatNumber) : template;
  }

  /** A text whose name comes from elsewhere, and may be `constructor`. */
  function ownText(section: 'errors' | 'genres', name: string): string | null {
    const texts = messages[section];
    const text = typeof texts === 'object' && Object.hasOwn(texts, name) ? texts[name] : null;
    return typeof text === 'string' ? text : null;
  }

  return {
    language,
    dir: directionOf(language),
    t,
    errorText: (code) => ownText('errors', code),
    genre: (tag) => ownText('genres', tag) ?? tag,
    number: formatNumber,
  };
}

function findMessage(messages: Messages, key: string): string | Messages | undefined {
  let found: string | Messages | undefined = messages;
  for (const step of key.split('.')) found = typeof found === 'object' ? found[step] : undefined;
  return found;
}

/** French and Spanish use `many` for whole millions only: where it is missing, `other` is used. */
function pluralForm(forms: Messages, params: TextParams | undefined, select: (count: number) => string): string {
  const form = forms[select(Number(params?.count ?? 0))] ?? forms.other;
  return typeof form === 'string' ? form : '';
}

function fill(template: string, params: TextParams, format: (value: number) => string): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? format(value) : value;
  });
}
