import { describe, expect, it } from 'vitest';
import { languageAtEnd, languageOfFolder, languageOfScript, languageTold } from './text-languages.ts';

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
    ['ger', 'en-us', 'de'],
    ['jpn', 'zh-cn', 'ja'],
    ['Japanese', 'zh-cn', 'ja'],
    ['日本語', 'zh-cn', 'ja'],
    ['syr', 'ar-sa', 'syr'],
    ['gl', 'es-es', 'gl'],
    ['la', 'en-us', 'la'],
  ])('%j is the edition %s, tag %j', (name, edition, tag) => {
    expect(languageTold(name)).toEqual({ edition, tag });
  });

  it.each(['xx', 'und', 'mul', 'zxx', 'no language', 'constructor', ''])('%j names no language', (name) => {
    expect(languageTold(name)).toBeNull();
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

describe('the script of a text', () => {
  it.each([
    ['西游记', 'zh-cn', null],
    ['小辣椒 Pepper&Carrot', 'zh-cn', null],
    ['他到了“玉の井”，在那里住了三个月，写了很多文章', 'zh-cn', null],
    ['国境の長いトンネルを抜けると雪国であった', 'zh-cn', 'ja'],
    ['산에는 꽃 피네', 'zh-cn', 'ko'],
    ['المملوك الشارد', 'ar-sa', null],
    ['یکی بود یکی نبود، پیرمردی بود که گربه‌ای داشت', 'ar-sa', 'fa'],
    ['ایک لڑکا تھا جو دور سے آیا', 'ar-sa', 'ur'],
    ['בראשית ברא אלהים (Genesis)', 'ar-sa', 'he'],
    ['Все счастливые семьи', 'en-us', 'ru'],
    ['Ἄνδρα μοι ἔννεπε', 'en-us', 'el'],
    ['एक था राजा', 'en-us', 'hi'],
    ['กาลครั้งหนึ่ง', 'en-us', 'th'],
  ])('of %j is the edition %s, tag %j', (text, edition, tag) => {
    expect(languageOfScript(text)).toEqual({ edition, tag });
  });

  it.each(['Le Tour du monde', 'The word שלום means peace', '', '12'])('of %j tells nothing', (text) => {
    expect(languageOfScript(text)).toBeNull();
  });
});
