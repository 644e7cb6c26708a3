import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Metrics } from './metrics.ts';

/** How long an answer may wait for a caller who takes nothing of it (spec: http.md#connections). */
const slowReaderMs = 60_000;
const checkEveryMs = 2000;

interface Watched {
  /** Bytes that the system has taken for the caller. */
  taken: number;
  /** The time when `taken` last grew, or when bytes began to wait. */
  since: number;
}

/**
 * Keeps the server's connections within bounds: closes each new one above `most` at once, and cuts one that has taken
 * no byte of a waiting answer for a minute. Node's own time-outs are not enough: they begin anew with every byte that
 * such a caller sends.
 */
export function boundConnections(server: Server, given: { most: number; metrics: Metrics; slowMs?: number }): void {
  const { most, metrics, slowMs = slowReaderMs } = given;
  const open = new Map<Socket, Watched | null>();
  server.maxConnections = most;
  server.on('drop', () => metrics.countCut('max_connections'));
  server.on('connection', (socket: Socket) => {
    open.set(socket, null);
    socket.once('close', () => open.delete(socket));
  });
  const check = (now: number) => {
    for (const [socket, before] of open) {
      const watched = watch(socket, { before, now });
      open.set(socket, watched);
      if (!watched || now - watched.since < slowMs) continue;
      metrics.countCut('slow_reader');
      socket.destroy();
    }
  };
  const timer = setInterval(() => check(performance.now()), Math.min(checkEveryMs, slowMs / 4)).unref();
  server.once('close', () => clearInterval(timer));
}

/** Null where nothing waits for the caller. */
function watch(socket: Socket, { before, now }: { before: Watched | null; now: number }): Watched | null {
  if (socket.writableLength === 0) return null;
  const taken = takenBytes(socket);
  return before?.taken === taken ? before : { taken, since: now };
}

/**
 * The bytes that went from this process to the system. Node's public `bytesWritten` also counts waiting bytes. So this
 * reads two figures of the handle, as Node's own time-out does.
 */
function takenBytes(socket: Socket): number {
  // as: Node's types do not name the handle; where it is gone, the socket is closing
  const { _handle } = socket as Socket & { _handle?: { bytesWritten?: number; writeQueueSize?: number } | null };
  return (_handle?.bytesWritten ?? 0) - (_handle?.writeQueueSize ?? 0);
}

/** A stop under load waits for so many turns of the event loop at most. */
const mostTurns = 100;

/**
 * Resolves when a turn of the event loop has brought no new connection. A server that is closed at once then leaves none
 * unanswered; the system resets connections that it still holds, also where a proxy has sent a write by then.
 */
export async function acceptWaiting(server: Server): Promise<void> {
  let came = 0;
  const note = () => {
    came += 1;
  };
  server.on('connection', note);
  for (let turn = 0, before = -1; turn < mostTurns && came !== before; turn += 1) {
    before = came;
    await nextTurn();
  }
  server.off('connection', note);
}
