import { isLanguage, type Language } from '../../../../shared/languages.ts';
import { paths } from '../../../../shared/paths.ts';
import type { Messages } from '../../../../web/i18n.tsx';
import { assetsName, memoryName } from './names.ts';
import { scope } from './scope.ts';

/**
 * Stores the code, the styles, and the page that replaces missing ones. Two at a time: the reader's images come first.
 */
export async function storeShell(): Promise<void> {
  const cache = await caches.open(assetsName);
  const waiting = [...scope.BUILD.files];
  async function work(): Promise<void> {
    for (let path = waiting.shift(); path; path = waiting.shift()) {
      await cache.add(new Request(path, { priority: 'low' }));
    }
  }
  await Promise.all([work(), work()]);
  const standIn = await fetch(paths.offline());
  const language = standIn.headers.get('Content-Language');
  if (!isLanguage(language)) return;
  await storeLanguage(language);
  await rememberLanguage(language);
}

/** Stores a language's messages, and the replacing page in it. */
export async function storeLanguage(language: Language): Promise<void> {
  const cache = await caches.open(assetsName);
  const wanted = [standInAddress(language), scope.BUILD.words[language] ?? ''].filter((address) => address !== '');
  const known = await Promise.all(wanted.map((address) => cache.match(address)));
  await cache.addAll(wanted.filter((_, index) => !known[index]));
}

/** A language's messages, stored when they were not. */
export async function findWords(language: Language): Promise<Messages> {
  return (await answerAsset(new Request(scope.BUILD.words[language] ?? ''))).json();
}

const standInAddress = (language: Language) => `${paths.offline()}?lang=${language}`;

/** The page that replaces a missing one, in the language if it is stored, else in any other. */
export async function findStandIn(language: Language | null): Promise<Response | undefined> {
  const cache = await caches.open(assetsName);
  const exact = language && (await cache.match(standInAddress(language)));
  return exact || cache.match(paths.offline(), { ignoreSearch: true });
}

export async function answerAsset(request: Request): Promise<Response> {
  const cache = await caches.open(assetsName);
  const stored = await cache.match(request.url);
  if (stored) return stored;
  const answer = await fetch(request);
  if (answer.status === 200) await cache.put(request.url, answer.clone()).catch(noRoom);
  return answer;
}

/** Ignores a full store: reading goes on. */
export const noRoom = () => {};

const languageAddress = '/memory/language';
/** Saves a write to the store for each page; it lasts until the browser stops the worker. */
let remembered: Language | null = null;

/** The language of pages whose address names none: the last one that the server chose. */
export async function rememberLanguage(language: Language): Promise<void> {
  if (remembered === language) return;
  remembered = language;
  const cache = await caches.open(memoryName);
  await cache.put(languageAddress, new Response(language)).catch(noRoom);
}

export async function recallLanguage(): Promise<Language | null> {
  if (remembered) return remembered;
  const stored = await (await caches.open(memoryName)).match(languageAddress);
  const language = stored && (await stored.text());
  return isLanguage(language) ? language : null;
}
