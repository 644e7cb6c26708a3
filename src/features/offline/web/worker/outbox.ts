import { outboxName } from './names.ts';
import { scope } from './scope.ts';

const mostLetters = 100;

/**
 * Sends reading events; without a connection they are stored and sent later. They have ids, so that the server counts
 * an event that arrives twice only once. Of their reader they keep at most the visitor's id, so any session may send them.
 */
export async function answerEvents(request: Request): Promise<Response> {
  const copy = request.clone();
  try {
    const answer = await fetch(request);
    void sendOutbox();
    return answer;
  } catch (error) {
    const outbox = await caches.open(outboxName);
    if ((await outbox.keys()).length >= mostLetters) throw error;
    const visitor = visitorOf(copy.headers);
    await outbox.put(`/outbox/${crypto.randomUUID()}`, new Response(await copy.text(), { headers: visitor }));
    await askToBeWoken();
    return new Response(null, { status: 202 });
  }
}

function visitorOf(headers: Headers): Record<string, string> {
  const id = headers.get('X-VISITOR-ID');
  return id === null ? {} : { 'X-VISITOR-ID': id };
}

/** Chromium starts the worker when there is a connection again, also after the last page was closed. */
async function askToBeWoken(): Promise<void> {
  await scope.registration.sync?.register('outbox').catch(() => {}); // refused: the next page sends the waiting events
}

/** The run that is under way; there is only one at a time. */
let sending: Promise<void> | null = null;

/** Sends the waiting events; those that cannot be sent wait on. */
export function sendOutbox(): Promise<void> {
  sending ??= sendAll()
    .catch(() => {}) // still no connection: it is tried again at the next sign of one
    .finally(() => {
      sending = null;
    });
  return sending;
}

async function sendAll(): Promise<void> {
  if (!(await caches.has(outboxName))) return;
  const outbox = await caches.open(outboxName);
  for (const letter of await outbox.keys()) {
    const kept = await outbox.match(letter);
    const body = await kept?.text();
    const headers = { 'Content-Type': 'application/json', ...(kept && visitorOf(kept.headers)) };
    const answer = await fetch('/api/v1/events', { method: 'POST', headers, body: body ?? '' });
    // What the server cannot take now is sent later; what it refuses would always be refused, and is dropped.
    if (answer.status === 429 || answer.status >= 500) return;
    await outbox.delete(letter);
  }
}
