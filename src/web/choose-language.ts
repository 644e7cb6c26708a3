import type { Language } from '../shared/languages.ts';
import { storeLanguage } from './session.ts';

/** Keeps a chosen language, and loads the page once more in it: the address no longer says which (contract.md section 5). */
export function chooseLanguage(chosen: Language, { path, search }: { path: string; search: string }): void {
  storeLanguage(chosen);
  const params = new URLSearchParams(search);
  params.delete('lang');
  const query = params.toString();
  // assign() does not reload the present address, so the entry is replaced first.
  history.replaceState(history.state, '', path + (query && `?${query}`));
  location.reload();
}
