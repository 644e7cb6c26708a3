import type { ApiClient } from '../../../../web/api-client.ts';
import type { ReadingNote } from './events.ts';

/** Notes a reading event, by code that comes when the page is there: no reader waits for it. */
export function noteReading(api: ApiClient, note: ReadingNote): void {
  import('./reading-events.ts').then(
    ({ noteReadingEvent }) => noteReadingEvent(api, note),
    // Without a connection it could not be told either.
    () => {},
  );
}
