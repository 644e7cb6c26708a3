import { genres as arabic } from '../../messages/ar-sa.json';
import { genres as english } from '../../messages/en-us.json';
import { genres as spanish } from '../../messages/es-es.json';
import { genres as french } from '../../messages/fr-fr.json';
import { genres as chinese } from '../../messages/zh-cn.json';
import type { Language } from './languages.ts';

const tags = Object.keys(chinese) as (keyof typeof chinese)[]; // data, which has no other keys

/**
 * The genre labels as they are stored, with their names for readers (spec: catalog.md#tags). Pages have the names in
 * their own language: `genre` of their text.
 */
export const tagNames: Record<string, Record<Language, string>> = Object.fromEntries(
  tags.map((tag) => [
    tag,
    {
      'zh-cn': chinese[tag],
      'en-us': english[tag],
      'fr-fr': french[tag],
      'es-es': spanish[tag],
      'ar-sa': arabic[tag],
    },
  ]),
);

/** All names of a tag, the stored one first. */
export function namesOfTag(tag: string): string[] {
  return [...new Set([tag, ...Object.values(tagNames[tag] ?? {})])];
}

/** A tag in the reader's language; a tag without a translation stays as it is. */
export function tagName(tag: string, language: Language): string {
  return tagNames[tag]?.[language] ?? tag;
}

/** The stored form of a tag given in any of the five languages; an unknown tag stays as it is. */
export function storedTag(given: string): string {
  const wanted = given.trim().toLowerCase();
  const known = Object.entries(tagNames).find(([, names]) =>
    Object.values(names).some((name) => name.toLowerCase() === wanted),
  );
  return known?.[0] ?? given.trim();
}
