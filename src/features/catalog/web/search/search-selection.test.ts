import { expect, it } from 'vitest';
import { countFilters, nothingAsked, searchAddress, searchSelectionOf } from './search-selection.ts';

const read = (search: string) => searchSelectionOf(new URLSearchParams(search));

it('an address holds all that is asked for', () => {
  const selection = {
    words: 'sea & sky',
    tags: ['海', 'Mystery'],
    without: ['爱情'],
    status: ['finished', 'hiatus'] as const,
    kind: 'novel' as const,
    language: 'ar-sa' as const,
    free: true,
    sort: 'newest' as const,
  };
  expect(read(searchAddress(selection).split('?')[1] ?? '')).toEqual(selection);
  expect(countFilters(selection)).toBe(8);
});

it('values that nobody knows are ignored', () => {
  expect(read('q=%00&tags=&status=gone&kind=film&language=xx&free=maybe&sort=best&page=9')).toEqual(nothingAsked);
  expect(searchAddress(nothingAsked)).toBe('/search');
});

it('an address does not name the order that comes by itself', () => {
  expect(searchAddress({ ...nothingAsked, sort: 'popular' })).toBe('/search');
  expect(searchAddress({ ...nothingAsked, words: 'sea', sort: 'relevance' })).toBe('/search?q=sea');
  expect(searchAddress({ ...nothingAsked, words: 'sea', sort: 'popular' })).toBe('/search?q=sea&sort=popular');
});

it('a form without code includes a genre, leaves it out, and lets go of it', () => {
  expect(read('tags=a&tags=b')).toMatchObject({ tags: ['a', 'b'], without: [] });
  expect(read('tags=a&tags=b&without=a')).toMatchObject({ tags: ['b'], without: ['a'] });
  expect(read('tags=b&without=a&unset=a')).toMatchObject({ tags: ['b'], without: [] });
});

it('more genres than the call takes are left away', () => {
  const many = Array.from({ length: 12 }, (_, index) => `tags=t${index}`).join('&');
  expect(read(`${many}&tags=t0`).tags).toHaveLength(10);
});
