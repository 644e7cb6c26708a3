import { randomUUID } from 'node:crypto';
import type { TestServer } from '../../../app/testing/server.ts';
import type { EventName } from '../contract.ts';

export interface SentEvent {
  event_id: string;
  name: EventName;
  occurred_at: string;
  book_uuid: string;
  language: string;
  chapter_uuid?: string;
}

/** The event of a chapter that was read to its end just now, as a browser sends it. */
export const finished = (bookId: string, more: Partial<SentEvent> = {}): SentEvent => ({
  event_id: randomUUID(),
  name: 'finished_reading',
  occurred_at: new Date().toISOString(),
  book_uuid: bookId,
  language: 'en-us',
  ...more,
});

/** Sends events from an address, through a proxy that the server trusts. */
export function sendEvents(server: Pick<TestServer, 'app'>, events: unknown[], address = '203.0.113.7') {
  const headers = { 'x-forwarded-for': address, 'x-visitor-id': '0a1b2c3d' };
  return server.app.inject({ method: 'POST', url: '/api/v1/events', headers, payload: { events } });
}
