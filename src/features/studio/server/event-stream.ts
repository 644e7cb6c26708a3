import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** An event of a stream: `data` is sent as JSON. A client that comes back names the `id` that it had last. */
export interface StudioEvent {
  id: string;
  event: string;
  data: unknown;
}

/** The pieces of a stream; null: there is nothing new now. */
export type EventSource = AsyncIterable<StudioEvent | null>;

const commentEveryMs = 15_000;
const askEveryMs = 3_000;

/**
 * Streams events as the HTML standard has them (spec: studio.md#imports), with a comment every 15 s so that no proxy
 * takes the line for dead. The stream ends within 5 s of the session, the role or the confirmation.
 */
export function sendEvents(
  reply: FastifyReply,
  events: EventSource,
  { requireStill, now = Date.now }: { requireStill(): Promise<void>; now?: () => number },
): FastifyReply {
  return reply
    .type('text/event-stream; charset=utf-8')
    .header('X-Accel-Buffering', 'no')
    .send(Readable.from(linesOf(events, { requireStill, now })));
}

async function* linesOf(
  events: EventSource,
  { requireStill, now }: { requireStill(): Promise<void>; now: () => number },
): AsyncGenerator<string> {
  let saidAt = now();
  let askedAt = now();
  yield ':\n\n';
  for await (const event of events) {
    if (now() - askedAt >= askEveryMs) {
      askedAt = now();
      if (!(await isStillAllowed(requireStill))) return;
    }
    if (event) yield frameOf(event);
    else if (now() - saidAt >= commentEveryMs) yield ':\n\n';
    else continue;
    saidAt = now();
  }
}

function isStillAllowed(requireStill: () => Promise<void>): Promise<boolean> {
  return requireStill().then(
    () => true,
    () => false,
  );
}

function frameOf({ id, event, data }: StudioEvent): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
