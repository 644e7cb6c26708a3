import { describe, expect, it } from 'vitest';
import { parseYaml } from './yaml.ts';

describe('a YAML file', () => {
  it('keeps the digits of titles and ids that look like numbers', () => {
    const text =
      'id: 0012\ntitle: {en: 007, fr: 1e3}\nauthor: 1.10\nisbn: 97800000000000000001\npublic_free_chapters: 3';
    expect(parseYaml(text)).toEqual({
      id: '0012',
      title: { en: '007', fr: '1e3' },
      author: '1.10',
      isbn: '97800000000000000001',
      public_free_chapters: 3,
    });
  });

  it('is refused where it is malformed, holds two documents or grows by its aliases', () => {
    expect(() => parseYaml('title: [a')).toThrow();
    expect(() => parseYaml('title: a\n---\ntitle: b')).toThrow();
    const bomb = `a: &a [${'x,'.repeat(20)}]\nb: &b [${'*a,'.repeat(20)}]\nc: [${'*b,'.repeat(20)}]`;
    expect(() => parseYaml(bomb)).toThrow(/alias/i);
  });
});
