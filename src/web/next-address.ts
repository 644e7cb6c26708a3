import { paths } from '../shared/paths.ts';

const anyOrigin = 'https://site.invalid';
const accountPaths: readonly string[] = [paths.login(), paths.register()];
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop some of these from an address, and read another one
const deceiving = /[\u0000-\u0020\u007f-\u009f\\]/;

/**
 * Where a login leads, as `?next=` says (contract.md section 5): a path of this site, as it is written. Whatever could
 * lead elsewhere is ignored, and so are the pages that a user is led away from.
 */
export function nextOf(search: string): string | null {
  const next = new URLSearchParams(search).get('next');
  if (!next?.startsWith('/') || deceiving.test(next)) return null;
  const url = readUrl(next);
  if (url?.origin !== anyOrigin || url.pathname.startsWith('//')) return null;
  return accountPaths.includes(url.pathname) ? null : next;
}

function readUrl(path: string): URL | null {
  try {
    return new URL(path, anyOrigin);
  } catch {
    return null;
  }
}

/** The address of a page of the account that leads on to `next`; home needs no saying. */
export function withNext(to: string, next: string | null): string {
  return next === null || next === paths.home() ? to : `${to}?${new URLSearchParams({ next })}`;
}
