import type { IncomingHttpHeaders } from 'node:http';
import {
  defaultLanguage,
  isLanguage,
  type Language,
  languageOfBrowser,
  languageOfTag,
} from '../../shared/languages.ts';

const known = new Map<string, Language>();

/**
 * The language of a page asked for without `?lang=` (spec: site.md#page-language): the reader's stored choice as
 * its cookie tells it, else the browser's. Readers send few different headers, so the results are remembered.
 */
export function requestLanguage(headers: IncomingHttpHeaders): Language {
  const cookie = headers.cookie ?? '';
  const accepted = headers['accept-language'] ?? '';
  return rememberedFor(`${cookie}\n${accepted}`, () => decideLanguage(cookie, accepted));
}

/** The language of an answer to a program, which stores no choice here: the most wanted of those that we have. */
export function acceptedLanguage({ 'accept-language': accepted = '' }: IncomingHttpHeaders): Language {
  return rememberedFor(accepted, () => {
    const languages = tagsByPreference(accepted).map(languageOfTag);
    return languages.find((language) => language !== null) ?? defaultLanguage;
  });
}

function rememberedFor(name: string, decide: () => Language): Language {
  const before = known.get(name);
  if (before) return before;
  const language = decide();
  if (known.size < 2000 && name.length < 300) known.set(name, language);
  return language;
}

function decideLanguage(cookie: string, accepted: string): Language {
  const stored = /(?:^|;\s*)language=([^;]*)/.exec(cookie)?.[1]?.trim();
  if (stored !== undefined) return isLanguage(stored) ? stored : defaultLanguage;
  return languageOfBrowser(tagsByPreference(accepted));
}

function tagsByPreference(accepted: string): string[] {
  return accepted
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 };
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
