import type pg from 'pg';
import { pause } from '../process/pause.ts';

const answerWithinMs = 1_000;

/**
 * Ends a connection. The driver waits without a limit for the database to close it, and a frozen one never does: then it
 * is cut.
 */
export async function endClient(client: pg.Client): Promise<void> {
  const waiting = new AbortController();
  await Promise.race([client.end().catch(() => {}), pause(answerWithinMs, waiting.signal)]);
  waiting.abort();
  client.connection.stream.destroy();
}
