import { describe, expect, it } from 'vitest';
import type { ReadingEvent } from '../../contract.ts';
import { createReadingEvents, type ReadingNote } from './events.ts';

const start: ReadingNote = { name: 'start_reading', bookUuid: 'book', chapterUuid: 'chapter', language: 'fr-fr' };

function createDesk({ failures = 0 } = {}) {
  const sent: ReadingEvent[][] = [];
  const timers: { ms: number; run: () => void }[] = [];
  let ids = 0;
  let failuresLeft = failures;
  const events = createReadingEvents({
    send: (batch) => {
      sent.push(batch);
      failuresLeft -= 1;
      return failuresLeft >= 0 ? Promise.reject(new Error('offline')) : Promise.resolve();
    },
    newId: () => {
      ids += 1;
      return `event-${ids}`;
    },
    now: () => new Date('2026-01-02T03:04:05Z'),
    after: (ms, run) => timers.push({ ms, run }),
  });
  return { events, sent, timers, runTimer: () => timers.shift()?.run() };
}

describe('reading events', () => {
  it('go together after a moment, each with its own id', () => {
    const { events, sent, timers, runTimer } = createDesk();
    events.note(start);
    events.note({ name: 'open_book', bookUuid: 'book', language: 'fr-fr' });
    expect(sent).toEqual([]);
    expect(timers.map(({ ms }) => ms)).toEqual([1000]);
    runTimer();
    expect(sent).toEqual([
      [
        {
          event_id: 'event-1',
          name: 'start_reading',
          occurred_at: '2026-01-02T03:04:05.000Z',
          book_uuid: 'book',
          chapter_uuid: 'chapter',
          language: 'fr-fr',
        },
        {
          event_id: 'event-2',
          name: 'open_book',
          occurred_at: '2026-01-02T03:04:05.000Z',
          book_uuid: 'book',
          language: 'fr-fr',
        },
      ],
    ]);
  });

  it('leave at once when the page does, and not again', () => {
    const { events, sent, runTimer } = createDesk();
    events.note(start);
    events.flush();
    runTimer();
    expect(sent).toHaveLength(1);
  });

  it('never go more than fifty at a time', () => {
    const { events, sent } = createDesk();
    for (let i = 0; i < 51; i += 1) events.note(start);
    events.flush();
    expect(sent.map((batch) => batch.length)).toEqual([50, 1]);
  });

  it('are sent once more after a failure, with the same ids, and then let go', async () => {
    const { events, sent, timers, runTimer } = createDesk({ failures: 2 });
    events.note(start);
    runTimer();
    await Promise.resolve();
    expect(timers.map(({ ms }) => ms)).toEqual([30_000]);
    runTimer();
    await Promise.resolve();
    await Promise.resolve();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
    expect(timers).toEqual([]);
  });
});
