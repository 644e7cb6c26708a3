import { isLanguage, type Language } from '../../../../shared/languages.ts';
import { type AskedFor, mayStore, type Treatment } from '../../rules.ts';
import { findStandIn, noRoom, recallLanguage, rememberLanguage, storeLanguage } from './assets.ts';
import { answersName, pagesName } from './names.ts';
import type { RequestEvent } from './scope.ts';

/** How long a page may take before the stored copy is shown. */
const patienceMs = 3000;
const mostPages = 60;
const mostAnswers = 200;

export const after = (ms: number) => new Promise<null>((resolve) => setTimeout(() => resolve(null), ms));

export function storable(treatment: Treatment, asked: AskedFor, { status, headers }: Response): boolean {
  return mayStore(treatment, asked, {
    status,
    cacheControl: headers.get('Cache-Control'),
    contentType: headers.get('Content-Type'),
    contentLanguage: headers.get('Content-Language'),
  });
}

/** The page from the network; where that is slow, the stored copy; without one, the page that replaces it. */
export async function answerPage(event: RequestEvent, asked: AskedFor, treatment: Treatment): Promise<Response> {
  const fresh = askForPage(event, asked, treatment);
  // An answer that comes after the reader was served is stored all the same; a failure goes to the caller that waits.
  event.waitUntil(fresh.catch(() => {}));
  try {
    const first = await Promise.race([fresh, after(patienceMs)]);
    return first ?? (await findPage(asked)) ?? (await fresh);
  } catch (error) {
    const standIn = (await findPage(asked)) ?? (await findStandIn(await languageOf(asked)));
    if (standIn) return standIn;
    throw error;
  }
}

async function askForPage(event: RequestEvent, asked: AskedFor, treatment: Treatment): Promise<Response> {
  const answer = (await event.preloadResponse) ?? (await fetch(event.request));
  if (storable(treatment, asked, answer)) event.waitUntil(storePage(asked, answer.clone()));
  return answer;
}

async function storePage(asked: AskedFor, answer: Response): Promise<void> {
  const language = answer.headers.get('Content-Language');
  if (!isLanguage(language)) return;
  await store({ name: pagesName(language), address: asked.path + asked.search, answer, most: mostPages });
  if (addressLanguage(asked) === null) await rememberLanguage(language);
  await storeLanguage(language).catch(noRoom);
}

async function findPage(asked: AskedFor): Promise<Response | undefined> {
  const language = await languageOf(asked);
  return language ? find(pagesName(language), asked.path + asked.search) : undefined;
}

async function languageOf(asked: AskedFor): Promise<Language | null> {
  return addressLanguage(asked) ?? (await recallLanguage());
}

function addressLanguage({ search }: AskedFor): Language | null {
  const named = new URLSearchParams(search).get('lang');
  return isLanguage(named) ? named : null;
}

/** A public answer: from the network, or the stored one where that fails. */
export async function answerPublicly(event: RequestEvent, asked: AskedFor): Promise<Response> {
  const address = asked.path + asked.search;
  try {
    const answer = await fetch(event.request);
    if (storable('answer', asked, answer)) {
      event.waitUntil(store({ name: answersName, address, answer: answer.clone(), most: mostAnswers }));
    }
    return answer;
  } catch (error) {
    const stored = await find(answersName, address);
    if (stored) return stored;
    throw error;
  }
}

/** The key is the address alone: rights and methods are checked before anything is stored. */
async function find(name: string, address: string): Promise<Response | undefined> {
  return (await caches.open(name)).match(address, { ignoreVary: true });
}

async function store(given: { name: string; address: string; answer: Response; most: number }): Promise<void> {
  const cache = await caches.open(given.name);
  await cache.put(given.address, given.answer).catch(noRoom);
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - given.most)).map((key) => cache.delete(key)));
}
