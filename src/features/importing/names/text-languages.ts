import type { Language } from '../../../shared/languages.ts';
import { nearestEdition } from '../../../shared/text-language.ts';
import { codeAtEnd, languageNamed } from './names.ts';

/**
 * The language of a text: the edition that it goes to, and its own tag where that is another language or another
 * script. E.g. Japanese goes to zh-cn with the tag ja, English to en-us without a tag.
 */
export type TextLanguage = { edition: Language; tag: string | null };

const codes =
  'bg bn ca cs da de el et fa fi ga gl he hi hr hu id is it ja ka ko lt lv ms nb nl nn no pl pt ro ru sk sl sr sv ta te th tl tr uk ur vi'.split(
    ' ',
  );
const known = new Set(codes);
/** Codes of countries that stand for their language. */
const countries = new Map([
  ['jp', 'ja'],
  ['kr', 'ko'],
]);
const noLanguages = new Set(['und', 'mul', 'mis', 'zxx', 'root']);

/** The language that a folder is named after: 'zh', 'de', 'pt-BR', 'ja_JP'; null for any other name. */
export function languageOfFolder(name: string): TextLanguage | null {
  const edition = languageNamed(name);
  if (edition) return { edition, tag: edition === 'zh-cn' ? traditional(name) : null };
  const [code = '', ...rest] = name.trim().toLowerCase().replaceAll('_', '-').split('-');
  const language = countries.get(code) ?? code;
  if (!known.has(language) || !rest.every((part) => /^[a-z]{2}$/.test(part))) return null;
  return ofTag([language, ...rest].join('-'));
}

/** The language at the end of a name: 'The storm (fr)', 'Kokoro (ja)', or of a slug 'the-storm-fr'. */
export function languageAtEnd(name: string): TextLanguage | null {
  const code = codeAtEnd(name);
  return code === null ? null : languageOfFolder(code);
}

/** The language that metadata name, by any code or by its name: 'heb', 'pt-BR', 'Japanese', '日本語'. */
export function findLanguage(text: string): TextLanguage | null {
  const folder = languageOfFolder(text);
  if (folder) return folder;
  const given = text.normalize('NFC').trim();
  return ofTag(namedCodes().get(given.toLowerCase()) ?? given.replaceAll('_', '-'));
}

function ofTag(given: string): TextLanguage | null {
  if (!/^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i.test(given)) return null;
  const [tag] = canonical(given);
  if (tag === undefined) return null;
  const { language } = new Intl.Locale(tag);
  if (!language || noLanguages.has(language)) return null; // older engines know no language of 'und'
  const isKnown = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(language) !== undefined;
  if (!isKnown) return null;
  const own = languageNamed(language);
  return own ? { edition: own, tag: own === 'zh-cn' ? traditional(tag) : null } : { edition: nearestEdition(tag), tag };
}

/** The tag of Chinese in traditional letters, by what follows its code; null for others. */
function traditional(name: string): string | null {
  const rest = name.toLowerCase().split(/[-_]/).slice(1);
  if (rest.includes('hans')) return null;
  if (rest.includes('hk') || rest.includes('mo')) return 'zh-Hant-HK';
  return rest.includes('hant') || rest.includes('tw') ? 'zh-Hant' : null;
}

/** Whether the site has the language, in whatever letters. */
export function isOfSite({ edition, tag }: TextLanguage): boolean {
  return tag === null || (edition === 'zh-cn' && tag.startsWith('zh'));
}

function canonical(tag: string): string[] {
  try {
    return Intl.getCanonicalLocales(tag);
  } catch {
    return []; // no tag at all: the built-in says so only by throwing
  }
}

let byName: ReadonlyMap<string, string> | null = null;

/** The codes by the languages' English names and their own. */
function namedCodes(): ReadonlyMap<string, string> {
  byName ??= new Map(
    codes.flatMap((code) =>
      ['en', code].flatMap((reader): [string, string][] => {
        const name = new Intl.DisplayNames([reader], { type: 'language', fallback: 'none' }).of(code);
        return name === undefined ? [] : [[name.toLowerCase(), code]];
      }),
    ),
  );
  return byName;
}
