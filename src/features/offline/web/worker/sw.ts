import { forgetDevice } from '../../../notices/web/push/device.ts';
import { follow, renew, tell } from '../../../notices/web/worker/tell.ts';
import { type AskedFor, type Treatment, treatmentOf } from '../../rules.ts';
import { answerAsset, findWords, storeShell } from './assets.ts';
import { answerImage } from './images.ts';
import { answerChapter, answerKeptImage, forgetReading } from './kept.ts';
import { isOutdated } from './names.ts';
import { answerEvents, sendOutbox } from './outbox.ts';
import { answerPage, answerPublicly } from './pages.ts';
import { type PushEvent, type RequestEvent, scope } from './scope.ts';

// The service worker: docs/decisions/0025-offline.md. A new version waits until no page of the old one is open.
scope.addEventListener('install', (event) => event.waitUntil(storeShell()));

scope.addEventListener('activate', (event) => event.waitUntil(takeOver()));

scope.addEventListener('fetch', (event) => {
  const asked = readAsked(event.request);
  const treatment = treatmentOf(asked);
  if (treatment === 'logout') event.waitUntil(Promise.all([forgetReading(), forgetDevice(scope.registration)]));
  const answer = answerTo(event, asked, treatment);
  if (answer) event.respondWith(answer);
});

scope.addEventListener('sync', (event) => event.waitUntil(sendOutbox()));

scope.addEventListener('push', (event) => {
  event.waitUntil(tell({ registration: scope.registration, findWords }, readSent(event)));
});

scope.addEventListener('notificationclick', (event) => event.waitUntil(follow(scope.clients, event.notification)));

scope.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renew(scope, event.oldSubscription?.options.applicationServerKey));
});

scope.addEventListener('message', (event) => {
  if (event.data === 'online') event.waitUntil(sendOutbox());
});

/** Null for what is no JSON. */
function readSent({ data }: PushEvent): unknown {
  try {
    return data?.json();
  } catch {
    return null;
  }
}

async function takeOver(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter(isOutdated).map((name) => caches.delete(name)));
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
  await sendOutbox();
}

function readAsked(request: Request): AskedFor {
  const { origin, pathname, search } = new URL(request.url);
  return {
    method: request.method,
    isOwn: origin === location.origin,
    isNavigation: request.mode === 'navigate',
    hasRange: request.headers.has('Range'),
    hasCredentials: request.headers.has('Authorization'),
    isPreview: request.headers.has('X-Preview-As'),
    path: pathname,
    search,
  };
}

function answerTo(event: RequestEvent, asked: AskedFor, treatment: Treatment): Promise<Response> | null {
  switch (treatment) {
    case 'asset':
      return answerAsset(event.request);
    case 'page':
    case 'personalPage':
      return answerPage(event, asked, treatment);
    case 'chapter':
      return answerChapter(event, asked);
    case 'answer':
      return answerPublicly(event, asked);
    case 'image':
      return answerImage(event, asked);
    case 'kept':
      return answerKeptImage(asked);
    case 'events':
      return answerEvents(event.request);
    case 'logout':
      return null;
    case 'network':
      // The browser requested it already, while this worker started.
      return asked.isNavigation && event.preloadResponse ? answerPreloaded(event, event.preloadResponse) : null;
  }
}

async function answerPreloaded(event: RequestEvent, preloaded: Promise<Response | undefined>): Promise<Response> {
  return (await preloaded) ?? fetch(event.request);
}
