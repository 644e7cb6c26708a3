import { createHash } from 'node:crypto';

/** The browser's files as far as the service worker keeps them ready. */
export interface WorkerBuild {
  /** Addresses of all code and styles. */
  files: readonly string[];
  /** Address of each language's words. */
  words: Readonly<Record<string, string>>;
}

/**
 * The service worker's script: the list of files to keep ready, then the built code, so that each new build is a new
 * worker. Without code it makes a worker that removes itself and all that is stored, in case a worker ever does harm.
 */
export function writeWorker(code: string, build: WorkerBuild): string {
  if (code.trim() === '') return farewell;
  const version = createHash('sha256').update(JSON.stringify(build)).update(code).digest('base64url').slice(0, 12);
  return `self.BUILD=${JSON.stringify({ version, ...build })};\n${code}`;
}

const farewell = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
})()));
`;
