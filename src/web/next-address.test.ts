import { describe, expect, it } from 'vitest';
import { nextOf, withHash, withNext } from './next-address.ts';

const searchOf = (next: string) => `?${new URLSearchParams({ lang: 'ar-sa', next })}`;

describe('the address after a login', () => {
  it.each(['/', '/profile', '/book/chapters/1?page=2', '/?tag=末世&q=a%20b', '/books#top', '/login-help'])(
    'is the path %s of this site',
    (path) => {
      expect(nextOf(searchOf(path))).toBe(path);
    },
  );

  it.each([
    ['nothing', ''],
    ['another site', 'https://evil.example/'],
    ['another site, by its host alone', '//evil.example'],
    ['another site, by backslashes', '/\\evil.example'],
    ['another site, by a backslash further on', '/a\\..\\\\evil.example'],
    ['another site, behind a tab', '/\t/evil.example'],
    ['another site, behind a line feed', '/\n/evil.example'],
    ['another site, behind a blank', ' //evil.example'],
    ['another site, by steps that fall away', '/.//evil.example'],
    ['another site, by steps up', '/a/..//evil.example'],
    ['a script', 'javascript:alert(1)'],
    ['a word', 'profile'],
    ['an address that is none', 'http://['],
    ['the login itself', '/login'],
    ['the login, going round', '/login?next=%2Flogin'],
    ['the registration', '/register?invite_code=ABC'],
    ['the login by a detour', '/a/../login'],
  ])('is not %s', (_, next) => {
    expect(nextOf(searchOf(next))).toBeNull();
  });

  it('is null where the address has none', () => {
    expect(nextOf('')).toBeNull();
    expect(nextOf('?lang=ar-sa')).toBeNull();
  });

  it('can be written into an address and read again', () => {
    const place = '/book/chapters/1?page=2&q=a b';
    const address = withNext('/login', place.replace(' ', '%20'));
    expect(nextOf(new URL(address, 'https://a.example').search)).toBe(place.replace(' ', '%20'));
  });

  it('is left out for the home page', () => {
    expect(withNext('/login', '/')).toBe('/login');
    expect(withNext('/register', null)).toBe('/register');
  });
});

describe('the place in a page to come back to', () => {
  it.each([
    ['/login?next=%2Fprofile%3Fnext%3D%252Fa', '#coupon', '/profile?next=%2Fa#coupon'],
    ['/login?next=%2Fprofile&lang=ar-sa', '#top-up', '/profile#top-up'],
    ['/login?next=%2Fprofile', '', '/profile'],
  ])('from %s and %s is %s', (address, hash, next) => {
    expect(nextOf(withHash(address, hash).split('?')[1] ?? '')).toBe(next);
  });

  it('is not added where no page is come back to', () => {
    expect(withHash('/', '#coupon')).toBe('/');
  });
});
