import type { Language } from '../../../../shared/languages.ts';
import type { EventName, ReadingEvent } from '../../contract.ts';

const gatherMs = 1000;
const retryMs = 30_000;
/** One call takes at most so many events (spec: reading.md#events). */
const batchSize = 50;

export interface ReadingNote {
  name: EventName;
  bookUuid?: string;
  chapterUuid?: string;
  language: Language;
  /** The kind of page in a `page_view`, the number of the page in a `page_broken`. */
  page?: string | number;
  /** Only in the first `page_view`: the site that led here. */
  referrerHost?: string;
}

export interface ReadingEvents {
  note(event: ReadingNote): void;
  /** Sends the gathered events at once, e.g. when the page is left. */
  flush(): void;
}

interface Means {
  send(events: ReadingEvent[]): Promise<unknown>;
  newId(): string;
  now(): Date;
  after(ms: number, run: () => void): void;
}

/**
 * Gathers reading events and sends them together. A batch that fails is sent once more, later, with the same event
 * ids, so that the server counts it once whichever of the two arrived.
 */
export function createReadingEvents({ send, newId, now, after }: Means): ReadingEvents {
  let waiting: ReadingEvent[] = [];

  function flush(): void {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize);
      waiting = waiting.slice(batchSize);
      send(batch).catch(() => after(retryMs, () => send(batch).catch(() => undefined)));
    }
  }

  return {
    flush,
    note({ name, bookUuid, chapterUuid, language, page, referrerHost }) {
      if (waiting.length === 0) after(gatherMs, flush);
      waiting.push({
        event_id: newId(),
        name,
        occurred_at: now().toISOString(),
        ...(bookUuid && { book_uuid: bookUuid }),
        ...(chapterUuid && { chapter_uuid: chapterUuid }),
        language,
        ...(page !== undefined && { page }),
        ...(referrerHost && { referrer_host: referrerHost }),
      });
    },
  };
}
