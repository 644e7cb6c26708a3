import { paths } from '../shared/paths.ts';

const anyOrigin = 'https://site.invalid';
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop some of these
const deceiving = /[\u0000-\u0020\u007f-\u009f\\]/;

/**
 * The address after a login, from `?next=` (spec: site.md#leading-back): a path of this site, as it is written. An
 * address that could lead to another site is ignored, and so are pages that redirect users.
 */
export function nextOf(search: string): string | null {
  const next = new URLSearchParams(search).get('next');
  if (!next?.startsWith('/') || deceiving.test(next)) return null;
  const url = readUrl(next);
  if (url?.origin !== anyOrigin || url.pathname.startsWith('//')) return null;
  return url.pathname === paths.login() || url.pathname === paths.register() ? null : next;
}

function readUrl(path: string): URL | null {
  try {
    return new URL(path, anyOrigin);
  } catch {
    return null;
  }
}

/** An address with `next`, by which its reader comes back to the place in the page that the hash names. */
export function withHash(address: string, hash: string): string {
  return address.replace(/[?&]next=[^&]*/, (next) => next + encodeURIComponent(hash));
}

/** The address `to` of a page of the account, with `next`; home is the default and left out. */
export function withNext(to: string, next: string | null): string {
  return next === null || next === paths.home() ? to : `${to}?${new URLSearchParams({ next })}`;
}
