import { withHash } from '../next-address.ts';
import { read, storedKeys, writeLanguageCookie } from '../storage.ts';
import type { EarlyFacts } from './facts.ts';

/** Leads a visitor away from a page for users, before it shows; whether it does (spec: site.md#leading-back). */
export function leavesForLogin({ guard }: EarlyFacts): boolean {
  if (!guard || read(storedKeys.userUuid)) return false;
  hidePage();
  location.replace(withHash(guard, location.hash));
  return true;
}

/**
 * Reloads the page where the server has rendered another language than the stored one; whether it does. This browser's
 * storage decides, and the cookie is its mirror for the server (spec: site.md#page-language).
 */
export function leavesForLanguage({ language, languages, addressed }: EarlyFacts): boolean {
  const stored = read(storedKeys.language);
  const wanted = stored === null || languages.split(' ').includes(stored) ? stored : 'en-us';
  if (languageCookie() === wanted) return false;
  writeLanguageCookie(wanted);
  // Only where the cookie was set: a browser that refuses cookies must not reload for ever.
  if (languageCookie() !== wanted || addressed !== undefined || language === wanted) return false;
  hidePage();
  location.reload();
  return true;
}

function languageCookie(): string | null {
  return /(?:^|; )language=([^;]*)/.exec(document.cookie)?.[1] ?? null;
}

function hidePage(): void {
  document.documentElement.style.visibility = 'hidden';
}
