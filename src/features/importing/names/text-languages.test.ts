import { describe, expect, it } from 'vitest';
import { findLanguage, languageAtEnd, languageOfFolder } from './text-languages.ts';

describe('a folder’s name', () => {
  it.each([
    ['zh', 'zh-cn', null],
    ['de', 'en-us', 'de'],
    ['pt-BR', 'es-es', 'pt-BR'],
    ['ja_jp', 'zh-cn', 'ja-JP'],
    ['jp', 'zh-cn', 'ja'],
    ['ko', 'zh-cn', 'ko'],
    ['he', 'ar-sa', 'he'],
    ['fa', 'ar-sa', 'fa'],
    ['uk', 'en-us', 'uk'],
    ['zh-Hans', 'zh-cn', null],
    ['zh_TW', 'zh-cn', 'zh-Hant'],
    ['zh-HK', 'zh-cn', 'zh-Hant-HK'],
  ])('%j is the edition %s, tag %j', (name, edition, tag) => {
    expect(languageOfFolder(name)).toEqual({ edition, tag });
  });

  it.each(['extras', 'de-luxe', 'heb', 'xx', ''])('%j names no language', (name) => {
    expect(languageOfFolder(name)).toBeNull();
  });
});

describe('metadata', () => {
  it.each([
    ['ar', 'ar-sa', null],
    ['en-GB', 'en-us', null],
    ['heb', 'ar-sa', 'he'],
    ['zh-Hant', 'zh-cn', 'zh-Hant'],
    ['chi-TW', 'zh-cn', 'zh-Hant'],
    ['ger', 'en-us', 'de'],
    ['jpn', 'zh-cn', 'ja'],
    ['Japanese', 'zh-cn', 'ja'],
    ['日本語', 'zh-cn', 'ja'],
    ['syr', 'ar-sa', 'syr'],
    ['gl', 'es-es', 'gl'],
    ['la', 'en-us', 'la'],
  ])('%j is the edition %s, tag %j', (name, edition, tag) => {
    expect(findLanguage(name)).toEqual({ edition, tag });
  });

  it.each(['xx', 'und', 'mul', 'zxx', 'no language', 'constructor', ''])('%j names no language', (name) => {
    expect(findLanguage(name)).toBeNull();
  });
});

it.each([
  ['Kokoro (ja)', 'zh-cn', 'ja'],
  ['Faust [de]', 'en-us', 'de'],
  ['Don Quijote (es)', 'es-es', null],
  ['the-storm-fr', 'fr-fr', null],
])('%j ends in the edition %s, tag %j', (name, edition, tag) => {
  expect(languageAtEnd(name)).toEqual({ edition, tag });
});

it('takes no word at the end of a slug for a language that the site does not have', () => {
  expect(languageAtEnd('how-old-it-is')).toBeNull();
});
