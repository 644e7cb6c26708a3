import type { Language } from '../../../../shared/languages.ts';
import type { EventName, ReadingEvent } from '../../contract.ts';

const gatherMs = 1000;
const retryMs = 30_000;
/** One call takes at most so many events (spec: reading.md#events). */
const batchSize = 50;

export interface ReadingNote {
  name: EventName;
  bookUuid: string;
  chapterUuid?: string;
  language: Language;
}

export interface ReadingEvents {
  note(event: ReadingNote): void;
  /** Sends what has gathered at once, as when the page is being left. */
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
    note({ name, bookUuid, chapterUuid, language }) {
      if (waiting.length === 0) after(gatherMs, flush);
      waiting.push({
        event_id: newId(),
        name,
        occurred_at: now().toISOString(),
        book_uuid: bookUuid,
        ...(chapterUuid && { chapter_uuid: chapterUuid }),
        language,
      });
    },
  };
}

/** A random UUID; `crypto.randomUUID` is missing where the site is served without TLS. */
export function newEventId(random: Crypto): string {
  if (typeof random.randomUUID === 'function') return random.randomUUID();
  const bytes = random.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
