import { read, storedKeys, writeLanguageCookie } from '../storage.ts';
import type { EarlyFacts } from './facts.ts';

/** Leads a visitor away from a page that is for users, before the page shows; whether it does (contract.md section 5). */
export function leavesForLogin({ guard }: EarlyFacts): boolean {
  if (!guard || read(storedKeys.userUuid)) return false;
  hidePage();
  location.replace(guard);
  return true;
}

/**
 * Loads the page again where the server has rendered another language than the one that is kept here; whether it does.
 * What this browser keeps is the truth, the cookie its mirror for the server (contract.md section 5).
 */
export function leavesForLanguage({ language, languages, addressed }: EarlyFacts): boolean {
  const stored = read(storedKeys.language);
  const wanted = stored === null || languages.split(' ').includes(stored) ? stored : 'en-us';
  if (languageCookie() === wanted) return false;
  writeLanguageCookie(wanted);
  // Only where the cookie took: a browser that refuses cookies must not load for ever.
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
