import { describe, expect, it } from 'vitest';
import { packState, unpackState } from './page-state.ts';

const bookOf = (title: string, number: number) => ({
  book_uuid: `${number}0616efa-da66-4a7f-8cc0-8a689349e67c`,
  book_title: title,
  status: 'ongoing',
  next_free_at: null,
  free_until: null,
  cover: `/media/${number}0616efa-da66-4a7f-8cc0-8a689349e67c/w160.avif 160w, /media/x/w320.avif 320w`,
});

describe('the packed state of a page', () => {
  it.each([
    ['rows that repeat their keys', [bookOf('One', 1), bookOf('Two', 2), bookOf('سر الصحراء', 2)]],
    [
      'the private characters that stand for pieces',
      [bookOf('\ue000\uf8ff', 1), bookOf('\ue001', 2), bookOf('"\\ue000', 3)],
    ],
    ['tabs, ends of lines and quotes', [bookOf('\t\n"status":null,', 1), bookOf('\\"\t', 2)]],
    ['nothing that repeats', { found: true }],
    ['nothing', null],
  ])('gives back %s', (_, state) => {
    const json = JSON.stringify(state);
    expect(unpackState(packState(json))).toBe(`\n${json.replace(/[\ue000-\uf8ff]/g, escaped)}`);
    expect(JSON.parse(unpackState(packState(json)))).toEqual(state);
  });

  it('is much shorter for a list', () => {
    const json = JSON.stringify(Array.from({ length: 40 }, (_, number) => bookOf(`Book ${number}`, number)));
    expect(Buffer.byteLength(packState(json))).toBeLessThan(Buffer.byteLength(json) * 0.6);
  });
});

const escaped = (mark: string) => `\\u${mark.charCodeAt(0).toString(16)}`;
