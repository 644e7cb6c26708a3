import { describe, expect, it } from 'vitest';
import { addressLanguage, matchRoute, pageSearch, type Route } from './navigation.ts';
import { withLanguage } from './router.tsx';

const route = (pattern: string): Route => ({
  pattern,
  source: '',
  load: () => Promise.reject(new Error('not loaded')),
});
const routes = ['/', '/book/chapters/:id', '/reader/book/chapter/:bookid/:chapter_uuid/:chapter_number'].map(route);

describe('matchRoute', () => {
  it.each([
    ['/', '/', {}],
    ['/book/chapters/a-1', '/book/chapters/:id', { id: 'a-1' }],
    ['/book/chapters/%E4%B8%AD', '/book/chapters/:id', { id: '中' }],
    ['/book/chapters/%E4', '/book/chapters/:id', { id: '%E4' }],
    ['/reader/book/chapter/b/c/3', routes[2]?.pattern, { bookid: 'b', chapter_uuid: 'c', chapter_number: '3' }],
  ])('finds the page at %s', (path, pattern, params) => {
    const match = matchRoute(routes, path);
    expect({ pattern: match?.route.pattern, params: match?.params }).toEqual({ pattern, params });
  });

  it.each([
    '/book',
    '/book/chapters',
    '/book/chapters/',
    '/book/chapters/a/',
    '/book/chapters/a/b',
    '//',
    '/BOOK/chapters/a',
  ])('finds nothing at %s', (path) => {
    expect(matchRoute(routes, path)).toBeNull();
  });
});

describe('the language of an address', () => {
  it.each([
    ['?lang=ar-sa', 'ar-sa'],
    ['?tag=x&lang=zh-cn', 'zh-cn'],
    ['?lang=AR-SA', null],
    ['?lang=xx', null],
    ['?lang=', null],
    ['', null],
  ])('of %j is %j', (search, language) => {
    expect(addressLanguage(search)).toBe(language);
  });

  it.each([
    ['/books', '?lang=ar-sa', '/books?lang=ar-sa'],
    ['/?tag=a%26b', '?lang=ar-sa', '/?tag=a%26b&lang=ar-sa'],
    ['/a#end', '?lang=ar-sa', '/a?lang=ar-sa#end'],
    ['/?lang=fr-fr', '?lang=ar-sa', '/?lang=ar-sa'],
    ['/books', '?lang=nope', '/books'],
    ['/books', '', '/books'],
  ])('goes along to %s from %j', (to, search, href) => {
    expect(withLanguage(to, search)).toBe(href);
  });
});

const EmptyPage = () => null;

describe('pageSearch', () => {
  it("keeps all values of the page's own parameters, in one order", () => {
    const page = { Component: EmptyPage, head: () => ({ title: '', description: '' }), searchKeys: ['a', 'b'] };
    expect(pageSearch(page, '?b=2&utm=x&a=1&a=3').toString()).toBe('a=1&a=3&b=2');
  });
});
