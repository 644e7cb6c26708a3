import { currentUser, subscribeToSession } from '../../../web/session.ts';
import { whenIdle } from '../../../web/when-idle.ts';

/** Starts what works without a connection, once the page has all it needs for itself. */
export function startOffline(): void {
  if ('serviceWorker' in navigator) whenIdle(start);
}

function start(): void {
  // Refused in private windows and by policies: the site then works as without.
  navigator.serviceWorker.register(workerAddress()).catch(() => {});
  const look = () => void sweep().catch(() => {}); // nothing can be kept there
  look();
  subscribeToSession(look);
  // Events that are just being gathered, or have failed, come to the worker first.
  addEventListener('online', () => setTimeout(tellWorker, 2000));
  tellWorker();
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(text: string): string };
}

/**
 * Where pages enforce Trusted Types, an address of a script counts only from a policy: this one knows a single address.
 */
function workerAddress(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }; // not in TypeScript's library yet
  const address = '/sw.js';
  const policy = trustedTypes?.createPolicy('service-worker', { createScriptURL: () => address });
  return policy?.createScriptURL('') ?? address;
}

/** The reader who is here now keeps their own chapters. Most readers keep nothing, and load nothing for it. */
async function sweep(): Promise<void> {
  const names = await caches.keys();
  if (!names.some((name) => name.startsWith('kept '))) return;
  const { sweepKept } = await import('./kept-chapters.ts');
  await sweepKept({ viewer: currentUser()?.uuid ?? null, now: Date.now() });
  if (!navigator.onLine) return;
  const { renewAllKept } = await import('./renew-kept.ts');
  await renewAllKept();
}

/** Events that were held back while there was no connection may go out. */
function tellWorker(): void {
  if (navigator.onLine) navigator.serviceWorker.controller?.postMessage('online');
}
