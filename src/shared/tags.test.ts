import { describe, expect, it } from 'vitest';
import { namesOfTag, storedTag, tagName } from './tags.ts';

const names = [
  '历史穿越',
  'Historical transmigration',
  'Voyage dans le passé',
  'Viaje al pasado',
  'انتقال عبر التاريخ',
];

describe('a tag with names', () => {
  it('has one in each language, the stored one first', () => {
    expect(namesOfTag('历史穿越')).toEqual(names);
    expect(tagName('历史穿越', 'fr-fr')).toBe('Voyage dans le passé');
  });

  it.each(names)('is found by %s', (name) => {
    expect(storedTag(` ${name.toUpperCase()} `)).toBe('历史穿越');
  });
});

describe.each(['竞技', 'constructor', '__proto__'])('the tag %s, which has no names', (tag) => {
  it('stays as it is', () => {
    expect([...namesOfTag(tag), tagName(tag, 'en-us'), storedTag(tag)]).toEqual([tag, tag, tag]);
  });
});
