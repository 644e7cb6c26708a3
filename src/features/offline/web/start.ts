import { subscribeToSession } from '../../../web/session.ts';
import { whenIdle } from '../../../web/when-idle.ts';

/** Starts the service worker and the upkeep of kept chapters, once the page itself has loaded. */
export function startOffline(): void {
  if ('serviceWorker' in navigator) whenIdle(start);
}

function start(): void {
  // Private windows and policies refuse it: the site then works without a service worker.
  navigator.serviceWorker.register(workerAddress()).catch(() => {});
  const look = () => void sweep().catch(() => {}); // this browser keeps nothing
  look();
  subscribeToSession(look);
  // Events that are being gathered, or have failed, go to the worker first.
  addEventListener('online', () => setTimeout(tellWorker, 2000));
  tellWorker();
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(text: string): string };
}

/** Under Trusted Types only a policy can make the address of a script: this policy allows a single one. */
function workerAddress(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }; // not in TypeScript's library yet
  const address = '/sw.js';
  const policy = trustedTypes?.createPolicy('service-worker', { createScriptURL: () => address });
  return policy?.createScriptURL('') ?? address;
}

/** Removes kept chapters of other readers. Most readers keep nothing, and load no code for it. */
async function sweep(): Promise<void> {
  const names = await caches.keys();
  if (!names.some((name) => name.startsWith('kept '))) return;
  const { sweepAndRenew } = await import('./renew-kept.ts');
  await sweepAndRenew();
}

/** Lets the worker send the events that waited for a connection. */
function tellWorker(): void {
  if (navigator.onLine) navigator.serviceWorker.controller?.postMessage('online');
}
