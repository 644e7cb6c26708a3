import { describe, expect, it } from 'vitest';
import { unpackQueries, writeQueries } from './packed-queries.ts';

const there = (data: unknown) => unpackQueries(JSON.parse(writeQueries([[['books'], data]])))[0]?.[1];

const bookOf = (title: string, number: number, origin = '') => {
  const address = `${origin}/media/${number}0616efa-da66-4a7f-8cc0-8a689349e67c/w`;
  return {
    book_title: title,
    next_free_at: null,
    isFree: false,
    cover: { src: `${address}480.webp`, srcset: `${address}160.avif 160w, ${address}320.avif 320w`, width: 480 },
    tags: ['', 'Fantasy'],
    cover_image: `${address}480.webp`,
  };
};

const srcsetOf = (...pictures: number[]) =>
  pictures.map((number) => `/media/${number}0616efa-da66-4a7f-8cc0-8a689349e67c/w480.webp`).join(' 1x, ');

describe('packed answers', () => {
  it.each([
    ['rows that repeat their keys', [bookOf('One', 1), bookOf('Two', 2), bookOf('سر الصحراء', 2)]],
    ['rows of different keys', [{ a: 1 }, { b: 1 }, {}, { b: 2, a: 1 }, [], [[]], [{}]]],
    ['pictures of another origin', [bookOf('One', 1, 'https://cdn.example.org/a'), bookOf('Two', 1)]],
    [
      'texts with the character that stands for an address',
      [bookOf('\ue000', 1), bookOf('a\ue000', 2), '\ue000\ue000'],
    ],
    [
      'texts that look like packed ones',
      ['[-1,"a","b","c"]', ['a', 'b', 'c'], '[-1,"a","b","c"]', '\ue001AAAA', '\ue100', '！'],
    ],
    ['lists and texts that are repeated', [['a long text, twice'], ['a long text, twice'], 'a long text, twice', []]],
    ['nulls, also at the end', [{ a: null, b: 1, c: null, d: null }, { a: 1, b: null, c: 2, d: 3 }, { a: null }]],
    ['tiny pictures', [{ placeholder: 'data:image/webp;base64,UklGRlYA' }, 'data:image/webp;base64,']],
    ['two pictures in one text', [srcsetOf(1, 2), srcsetOf(1, 2), srcsetOf(1, 1), srcsetOf(2, 1)]],
    ['nothing', null],
  ])('gives back %s', (_, state) => {
    expect(there({ state })).toEqual({ state });
  });

  it('gives back a list that grew by pages, and a page that two lists have', () => {
    const page = { result: [bookOf('One', 1), bookOf('Two', 2)], total: 2 };
    const data = { pages: [page, page], pageParams: [0, 1] };
    expect(there(data)).toEqual(data);
    expect(there(page)).toEqual(page);
  });

  it('leaves out what is undefined, as JSON does', () => {
    expect(there({ standIn: undefined, found: true })).toStrictEqual({ found: true });
  });

  it('is less than half as long for a list', () => {
    const state = Array.from({ length: 10 }, (_, number) => bookOf(`Book ${number}`, number));
    expect(writeQueries([[['books'], state]]).length).toBeLessThan(JSON.stringify(state).length / 2);
  });
});
