import { describe, expect, it } from 'vitest';
import { isUnknownBook, readBookFields, readChapterFields } from './metadata.ts';

describe('book.yaml', () => {
  it('gives every field it names', () => {
    expect(
      readBookFields({
        id: 7,
        title: { en: 'A', 'zh-cn': '甲' },
        introduction: 'Words',
        author: 'W',
        kind: 'comic',
        original_language: 'zh',
        tags: ['Mystery', 'عصر', '悬疑'],
        public_free_chapters: null,
        recommended: true,
        status: 'finished',
        layout: 'pages',
        reading_direction: 'rtl',
        licence: 'CC BY 4.0',
        attribution: 'W',
      }),
    ).toEqual({
      lost: [],
      fields: {
        id: '7',
        title: { 'en-us': 'A', 'zh-cn': '甲' },
        introduction: 'Words',
        author: 'W',
        kind: 'comic',
        originalLanguage: 'zh-cn',
        tags: ['悬疑', 'عصر'],
        publicFreeChapters: null,
        recommended: true,
        status: 'finished',
        layout: 'pages',
        readingDirection: 'rtl',
        licence: 'CC BY 4.0',
        attribution: 'W',
      },
      faults: [],
      notes: [],
    });
  });

  it.each([
    [{ public_free_chapters: -1 }, /public_free_chapters must be a whole number/],
    [{ kind: 'film' }, /kind must be one of comic, novel/],
    [{ title: { xx: 'A' } }, /'xx' is none/],
    [{ recommended: 'yes' }, /recommended must be true or false/],
    [{ downloads: 'all' }, /downloads must be one of none, members, everyone/],
    [{ original_language: 'xx' }, /a language, such as/],
    [{ tags: [1] }, /tags must be/],
    ['just text', /keys and values/],
  ])('names what is wrong in %j and goes on', (document, fault) => {
    const { fields, faults } = readBookFields(document);
    expect(fields).toEqual({});
    expect(faults).toEqual([expect.stringMatching(fault)]);
  });

  it('names the tags that are too many or too long', () => {
    const many = Array.from({ length: 31 }, (_, at) => `tag ${at}`);
    expect(readBookFields({ tags: many })).toMatchObject({
      fields: { tags: many.slice(0, 30) },
      faults: ['tags must be at most 30 texts of at most 100 characters (left out: tag 30)'],
    });
    const { fields, faults } = readBookFields({ tags: ['a', ' a', '', 'x'.repeat(101)] });
    expect([fields.tags, faults]).toEqual([['a'], [expect.stringMatching(/\(left out: x{40}\)$/)]]);
  });

  it('takes a text in the languages of the site where it names others too', () => {
    const { fields, faults } = readBookFields({ title: { en: 'A', de: 'B', pt: 'C' } });
    expect(fields).toEqual({ title: { 'en-us': 'A' } });
    expect(faults).toEqual([expect.stringMatching(/'de', 'pt' are none/)]);
  });

  it.each([
    [
      { original_language: 'ja', title: { ja: 'こころ', en: 'Kokoro' } },
      { 'zh-cn': 'こころ', 'en-us': 'Kokoro' },
    ],
    [{ title: { ja: 'こころ' } }, { 'zh-cn': 'こころ' }],
    [{ original_language: 'ja', title: { ja: 'こころ', zh: '心' } }, { 'zh-cn': '心' }],
    [{ original_language: 'pt-BR', title: { pt: 'A' } }, { 'es-es': 'A' }],
  ])('takes a text in the own language of %j into its nearest edition', (document, title) => {
    const { fields, faults } = readBookFields(document);
    expect([fields.title, faults]).toEqual([title, []]);
  });

  it('takes the text of a chapter in a language beyond the site into its nearest edition', () => {
    expect(readChapterFields({ title: { ja: '雨', en: 'Rain' } })).toMatchObject({
      fields: { title: { 'zh-cn': '雨', 'en-us': 'Rain' } },
      faults: [],
    });
    expect(readChapterFields({ title: { de: 'Regen', ja: '雨', en: 'Rain' } }).faults).toHaveLength(1);
  });

  it.each([
    [{ id: ['x'] }, true],
    [{ id: ['x'], title: 'A' }, true],
    [{ title: ['A'] }, true],
    [{ author: { name: 'W' } }, true],
    ['just text', true],
    [{ id: 'x', title: ['A'], author: ['W'] }, false],
    [{ title: 'A', kind: 'film', tags: [1] }, false],
    [{ title: { en: 'A', de: 'B' } }, false],
    [null, false],
  ])('%j leaves open which book it is: %s', (document, isUnknown) => {
    expect(isUnknownBook(readBookFields(document))).toBe(isUnknown);
  });

  it.each(['Adult', 'everyone', 18, true, ['adult']])('names the rating %j and leaves it out', (rating) => {
    const { fields, faults } = readBookFields({ rating });
    expect([fields, faults]).toEqual([{}, ['rating must be one of teen, mature, adult']]);
  });

  it('mentions unknown keys only', () => {
    expect(readBookFields({ titel: 'x', constructor: 1 })).toMatchObject({
      faults: [],
      notes: ["unknown key 'titel'", "unknown key 'constructor'"],
    });
  });
});

describe('chapter.yaml', () => {
  it.each([
    ['2026-01-31', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31 08:30', '2026-01-31T08:30:00.000Z'],
    ['2026-01-31T08:30:00+08:00', '2026-01-31T00:30:00.000Z'],
    ['2026-01-31T08:30:00Z', '2026-01-31T08:30:00.000Z'],
    ['2026-01-31 08:30:00.5 +08:00', '2026-01-31T00:30:00.500Z'],
  ])('reads the time %j as %s', (given, expected) => {
    expect(readChapterFields({ created_at: given }).fields.createdAt?.toISOString()).toBe(expected);
  });

  it('names a time that is none', () => {
    for (const created_at of ['soon', '0000-01-01', '2026-02-30', '2026-01-31T24:00'])
      expect(readChapterFields({ created_at }).faults).toEqual([expect.stringMatching(/created_at must be/)]);
  });
});

describe('aliases in book.yaml', () => {
  it.each([
    [['Monkey', ' 西遊記 ', 1984, 'Monkey'], { all: ['Monkey', '西遊記', '1984'], byLanguage: {} }],
    [
      { zh: ['西遊記'], 'en-us': ['Monkey', '西遊記'] },
      { all: ['西遊記', 'Monkey'], byLanguage: { 'zh-cn': ['西遊記'], 'en-us': ['Monkey', '西遊記'] } },
    ],
    [[], { all: [], byLanguage: {} }],
    [['😀'.repeat(500)], { all: ['😀'.repeat(500)], byLanguage: {} }],
  ])('are %j', (aliases, read) => {
    expect(readBookFields({ aliases })).toMatchObject({ fields: { aliases: read }, faults: [] });
  });

  it.each([
    ['Monkey'],
    [[['Monkey']]],
    [['']],
    [['x'.repeat(501)]],
    [Array.from({ length: 21 }, (_, n) => `name ${n}`)],
    [{ 'en-us': 'Monkey' }],
    [{ klingon: ['Monkey'] }],
  ])('are named and left out where they are wrong: %j', (aliases) => {
    const { fields, faults } = readBookFields({ aliases });
    expect([fields, faults.length, faults[0]]).toEqual([{}, 1, expect.stringMatching(/^aliases must be at most 20/)]);
  });
});

describe('the printed number of a chapter', () => {
  it.each([
    [{ season: 2, label: '10.5' }, { season: 2, label: '10.5' }, []],
    [{ label: 3 }, { label: '3' }, []],
    [{ season: null, label: null }, { season: null, label: null }, []],
    [{ label: ' ½ ' }, { label: '½' }, []],
    [{ season: 0 }, {}, ['season must be a whole number from 1 to 999']],
    [{ season: '2' }, {}, ['season must be a whole number from 1 to 999']],
    [{ label: '' }, {}, ['label must be a text of 1 to 20 characters, such as 10.5']],
    [{ label: 'a'.repeat(21), season: 1 }, { season: 1 }, ['label must be a text of 1 to 20 characters, such as 10.5']],
    [{ label: ['1'] }, {}, ['label must be a text of 1 to 20 characters, such as 10.5']],
  ])('of %j is %j', (document, fields, faults) => {
    expect(readChapterFields(document)).toMatchObject({ fields, faults });
  });
});
