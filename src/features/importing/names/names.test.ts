import { describe, expect, it } from 'vitest';
import { compareNatural, comparePaths, languageNamed, nameKey, readName } from './names.ts';
import { canonicalNumber, printedNumber } from './numerals.ts';

describe('a chapter’s name', () => {
  it.each([
    ['012 - The storm', '12', 'The storm'],
    ['ep01_Potion-of-Flight', '1', 'Potion of Flight'],
    ['0087_i-like-to-read', '87', 'I like to read'],
    ['0087_-أحب-أن-أقرأ', '87', 'أحب أن أقرأ'],
    ['0110_一粒小种子：旺加里·马塔伊的故事', '110', '一粒小种子：旺加里·马塔伊的故事'],
    ['ch 2', '2', ''],
    ['ch 10', '10', ''],
    ['Chapter 10.5 - Between', '10.5', 'Between'],
    ['012', '12', ''],
    ['第五十三回 禅主吞餐怀鬼孕', '53', '禅主吞餐怀鬼孕'],
    ['第003话', '3', ''],
    ['第10.5话 雨', '10.5', '雨'],
    ['第2.5-3.5话', '2.5-3.5', ''],
    ['第一百零八章', '108', ''],
    ['第十回', '10', ''],
    ['الفصل ١٢ - البداية', '12', 'البداية'],
    ['１２ 全角', '12', '全角'],
    ['01-Capítulo_1', '1', 'Capítulo 1'],
    ['Pepper&Carrot #001 - The Potion of Flight (en)', '1', 'The Potion of Flight'],
    ['Captain Science #001-cix', '1', 'cix'],
    ['science_comics_001', '1', 'Science comics'],
    ['第12-13话 雨', '12-13', '雨'],
    ['第十二至十三回', '12-13', ''],
    ['卷二', '2', ''],
    ['卷之十三 归来', '13', '归来'],
    ['卷首语', null, '卷首语'],
    ['Ch.1-2', '1-2', ''],
    ['Chapter 3-4 The storm', '3-4', 'The storm'],
    ['Chapter IV', '4', ''],
    ['chapter iv - The storm', '4', 'The storm'],
    ['Part Two', '2', ''],
    ['Chapter Twenty-One - Rain', '21', 'Rain'],
    ['Capítulo XXIV. De donde', '24', 'De donde'],
    ['الفصل الثالث - المطر', '3', 'المطر'],
    ['Part C', null, 'Part C'],
    ['Book of Mix', null, 'Book of Mix'],
    ['No one', null, 'No one'],
    ['½', '0.5', ''],
    ['Chapter 2½ - Half', '2.5', 'Half'],
    ['2020-05-06', null, '2020-05-06'],
    ['2020.05.06 The storm', null, 'The storm'],
    ['single-page', null, 'Single page'],
    ['Spider-Man returns', null, 'Spider-Man returns'],
    ['3D dreams', null, '3D dreams'],
    ['1st day', null, '1st day'],
    ['Cosmos', null, 'Cosmos'],
    ['prologue', null, 'prologue'],
  ])('%j has number %j and title %j', (name, number, title) => {
    expect(readName(name)).toEqual({ number, title });
  });
});

it.each([
  ['spaces', `x${' '.repeat(1_000_000)}x`],
  ['dots', `x${'.-'.repeat(500_000)}x`],
  ['brackets', `x${'('.repeat(1_000_000)}`],
])('a name of a million %s is read in time', (_name, name) => {
  expect(readName(name).title.startsWith('x')).toBe(true);
});

describe('natural order', () => {
  it.each([
    [
      ['ch 10', 'ch 2', 'ch 1'],
      ['ch 1', 'ch 2', 'ch 10'],
    ],
    [
      ['x-26.jpg', 'x-3.jpg', 'x-1.jpg'],
      ['x-1.jpg', 'x-3.jpg', 'x-26.jpg'],
    ],
    [
      ['E01P00.jpg', 'E01.jpg', 'E01P10.jpg', 'E01P02.jpg'],
      ['E01.jpg', 'E01P00.jpg', 'E01P02.jpg', 'E01P10.jpg'],
    ],
    [
      ['pg99a', 'pg00b', 'pg01', 'pg00a'],
      ['pg00a', 'pg00b', 'pg01', 'pg99a'],
    ],
    [
      ['١٠', '٢', '١'],
      ['١', '٢', '١٠'],
    ],
  ])('sorts %j', (names, expected) => {
    expect([...names].sort(compareNatural)).toEqual(expected);
  });
});

describe('the order of pages', () => {
  it.each([
    [['第一页', '第二页', '第三页', '第四页', '第十页', '第十一页', '第二十页', '第一百零一页']],
    [['一.jpg', '二.jpg', '三.jpg', '十.jpg', '十二.jpg']],
    [['p（一）.png', 'p（二）.png', 'p（十）.png']],
    [['1ページ.png', '２ページ.png', '10ページ.png']],
    [['九枚.png', '十枚.png', '十一枚.png']],
    [['٠٠١.jpg', '٠٠٢.jpg', '٠١٠.jpg']],
    [['۱.jpg', '۲.jpg', '۱۰.jpg']],
    [['０１.jpg', '０２.jpg', '１０.jpg']],
    [['①.jpg', '②.jpg', '⑩.jpg']],
    [['chapter 03/001.png', 'chapter 03.5/001.png', 'chapter 04/001.png']],
    [['Ch 1/1.jpg', 'Ch 1 - Extra/1.jpg', 'Ch 1b/1.jpg', 'Ch 2/1.jpg']],
    [['a/10.jpg', 'a b/1.jpg', 'a-b/1.jpg']],
    [['第二话/1.jpg', '第三话/1.jpg', '第十话/1.jpg']],
    [['v1/c1/1.jpg', 'v1/c2/1.jpg', 'v1.5/c1/1.jpg', 'v2/c1/1.jpg']],
    [['003.png', '003.5.png', '004.png']],
  ])('is %j', (names) => {
    expect([...names].reverse().sort(comparePaths)).toEqual(names);
  });

  it('leaves words with a numeral in them as they are', () => {
    expect(['一粒', '三人', '二月'].sort(compareNatural)).toEqual(
      ['一粒', '三人', '二月'].sort(new Intl.Collator('en').compare),
    );
  });
});

describe('a language’s name', () => {
  it.each([
    ['en', 'en-us'],
    ['en-us', 'en-us'],
    ['EN_GB', 'en-us'],
    ['cn', 'zh-cn'],
    ['zh', 'zh-cn'],
    ['zh-Hans', 'zh-cn'],
    ['zh-Hans-CN', 'zh-cn'],
    ['zh_CN', 'zh-cn'],
    ['fr-FR', 'fr-fr'],
    ['mx', 'es-es'],
    ['es-419', 'es-es'],
    ['ara', 'ar-sa'],
    ['ar-sa', 'ar-sa'],
    ['English', 'en-us'],
    ['uk', null],
    ['de', null],
    ['ja-jp', null],
    ['en-route', null],
    ['extras', null],
    ['', null],
    ['constructor', null],
  ])('%j means %j', (name, language) => {
    expect(languageNamed(name)).toBe(language);
  });
});

it.each([
  ['007', '7'],
  ['10.50', '10.5'],
  ['3.0', '3'],
  ['0', '0'],
  ['½', null],
  ['1-3', null],
  ['', null],
])('the number %j compares as %j', (text, number) => {
  expect(canonicalNumber(text)).toBe(number);
});

it.each([
  ['½', '0.5'],
  ['2¾', '2.75'],
  ['1-3', '1-3'],
  ['01 – 03', '1-3'],
  ['3-1', null],
  ['１２', '12'],
  ['7A', '7a'],
  ['10.50', '10.5'],
  ['x', null],
])('the printed number %j is %j', (text, number) => {
  expect(printedNumber(text)).toBe(number);
});

it('names compare without case, marks and separators', () => {
  expect(nameKey('Une Petite-Graine_é')).toBe(nameKey('une petite graine e'));
});
