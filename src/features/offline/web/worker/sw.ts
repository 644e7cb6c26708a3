import { type AskedFor, type Treatment, treatmentOf } from '../../rules.ts';
import { answerAsset, storeShell } from './assets.ts';
import { answerImage } from './images.ts';
import { answerChapter, answerKeptImage, forgetReading } from './kept.ts';
import { isOutdated } from './names.ts';
import { answerEvents, sendOutbox } from './outbox.ts';
import { answerPage, answerPublicly } from './pages.ts';
import { type RequestEvent, scope } from './scope.ts';

// The service worker: docs/decisions/0025-offline.md. A new version waits until no page of the old one is open.
scope.addEventListener('install', (event) => event.waitUntil(storeShell()));

scope.addEventListener('activate', (event) => event.waitUntil(takeOver()));

scope.addEventListener('fetch', (event) => {
  const asked = readAsked(event.request);
  const treatment = treatmentOf(asked);
  if (treatment === 'logout') event.waitUntil(forgetReading());
  const answer = answerTo(event, asked, treatment);
  if (answer) event.respondWith(answer);
});

scope.addEventListener('sync', (event) => event.waitUntil(sendOutbox()));

scope.addEventListener('message', (event) => {
  if (event.data === 'online') event.waitUntil(sendOutbox());
});

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
