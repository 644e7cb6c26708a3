import type { ApiClient } from '../../../../web/api-client.ts';
import type { ReadingNote } from './events.ts';

/** Notes a reading event with code that loads on its own: no reader waits for it. */
export function noteReading(api: ApiClient, note: ReadingNote): void {
  import('./reading-events.ts').then(
    ({ noteReadingEvent }) => noteReadingEvent(api, note),
    // The code did not load: without a connection the event could not be sent either.
    () => {},
  );
}
