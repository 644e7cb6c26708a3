import { readOwnPath } from '../shared/own-path.ts';
import { paths } from '../shared/paths.ts';

/**
 * The address after a login, from `?next=` (spec: site.md#leading-back): a path of this site, as it is written. An
 * address that could lead to another site is ignored, and so are pages that redirect users.
 */
export function nextOf(search: string): string | null {
  const next = new URLSearchParams(search).get('next');
  const url = next === null ? null : readOwnPath(next);
  if (!url) return null;
  return url.pathname === paths.login() || url.pathname === paths.register() ? null : next;
}

/** An address with `next`, by which its reader comes back to the place in the page that the hash names. */
export function withHash(address: string, hash: string): string {
  return address.replace(/[?&]next=[^&]*/, (next) => next + encodeURIComponent(hash));
}

/** The address `to` of a page of the account, with `next`; home is the default and left out. */
export function withNext(to: string, next: string | null): string {
  return next === null || next === paths.home() ? to : `${to}?${new URLSearchParams({ next })}`;
}
