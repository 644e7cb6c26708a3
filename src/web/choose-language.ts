import type { Language } from '../shared/languages.ts';
import { storeLanguage } from './session.ts';

/** Keeps a chosen language and loads the page in it, at an address without a language (spec: site.md#page-language). */
export function chooseLanguage(chosen: Language, { path, search }: { path: string; search: string }): void {
  storeLanguage(chosen);
  const params = new URLSearchParams(search);
  params.delete('lang');
  const query = params.toString();
  // assign() does not reload the present address, so the entry is replaced first.
  history.replaceState(history.state, '', path + (query && `?${query}`));
  location.reload();
}
