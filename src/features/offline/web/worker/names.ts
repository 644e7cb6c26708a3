import { scope } from './scope.ts';

/** The names of our caches; a cache of a version of the site is removed with that version. */
const { version } = scope.BUILD;
export const assetsName = `assets ${version}`;
export const pagesName = (language: string) => `pages ${version} ${language}`;
export const answersName = `answers ${version}`;
export const imagesName = 'images';
export const outboxName = 'outbox';
export const memoryName = 'memory';

/** Whether a cache belongs to another version than ours. */
export function isOutdated(name: string): boolean {
  const [kind, of] = name.split(' ');
  return (kind === 'assets' || kind === 'pages' || kind === 'answers') && of !== version;
}

/** Whether a cache reveals what was read on this device. */
export function revealsReading(name: string): boolean {
  return /^(pages|answers|kept) |^outbox$/.test(name);
}
