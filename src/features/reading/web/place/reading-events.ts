import type { ApiClient } from '../../../../web/api-client.ts';
import { randomUuid } from '../../../../web/random-uuid.ts';
import { createReadingEvents, type ReadingEvents, type ReadingNote } from './events.ts';

const eventsByApi = new WeakMap<ApiClient, ReadingEvents>();

/** The browser's one gathering of reading events; what has gathered leaves with the page. */
function readingEventsOf(api: ApiClient): ReadingEvents {
  const known = eventsByApi.get(api);
  if (known) return known;
  const events = createReadingEvents({
    send: (batch) => api.send('POST', '/events', { body: { events: batch } }),
    newId: () => randomUuid(crypto),
    now: () => new Date(),
    after: (ms, run) => setTimeout(run, ms),
  });
  eventsByApi.set(api, events);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && events.flush());
  addEventListener('pagehide', events.flush);
  return events;
}

/** Notes a reading event, for pages that load this code only when there is one; only ever called in the browser. */
export function noteReadingEvent(api: ApiClient, note: ReadingNote): void {
  readingEventsOf(api).note(note);
}
