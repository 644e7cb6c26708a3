import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { Metrics } from '../metrics/metrics.ts';

/** How long an answer may wait for a caller who takes nothing of it (spec: http.md#connections). */
const slowReaderMs = 60_000;
const checkEveryMs = 2000;

interface Watched {
  /** The bytes that the system has taken over for sending. */
  taken: number;
  /** The time when `taken` last grew, or when bytes began to wait. */
  since: number;
}

/**
 * Keeps the server's connections within bounds: closes each new one above `most` at once, and cuts one that has taken
 * no byte of a waiting answer for a minute. Node's own time-outs are not enough: they begin anew with every byte that
 * such a caller sends. Once the server takes no more, those that have not asked anything end within 2 s.
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
    const slow: Socket[] = [];
    for (const [socket, before] of open) {
      // A browser opens connections before it asks. Node counts them as busy, and a stop would wait for them.
      if (!server.listening && socket.bytesRead === 0) socket.destroy();
      const watched = watch(socket, { before, now });
      open.set(socket, watched);
      if (watched && now - watched.since >= slowMs) slow.push(socket);
    }
    cutNext(slow);
  };
  /** Cuts one connection in each round of the event loop: the system frees megabytes for each, while others wait. */
  const cutNext = (slow: Socket[]) => {
    const socket = slow.pop();
    if (!socket) return;
    if (!socket.destroyed) metrics.countCut('slow_reader');
    socket.destroy();
    setImmediate(cutNext, slow);
  };
  const timer = setInterval(() => check(performance.now()), Math.min(checkEveryMs, slowMs / 4)).unref();
  server.once('close', () => clearInterval(timer));
}

/** Null where no bytes wait for the caller. */
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

/** How long a stop under load waits for a quick turn. */
const quietWithinMs = 2000;
/** A turn of the event loop that did next to nothing. */
const quickTurnMs = 0.2;

/**
 * Takes no more connections. It waits for a quick turn of the event loop that brought none: a connection that still
 * waits when the listener closes is reset by the system, and a proxy may have sent a request on it already. Open
 * connections stay.
 */
export function closeListener(server: Server): Promise<void> {
  const began = performance.now();
  let turnBegan = Number.NEGATIVE_INFINITY;
  let hasCome = false;
  const note = () => {
    hasCome = true;
  };
  server.on('connection', note);
  return new Promise((resolve) => {
    const look = () => {
      const now = performance.now();
      const isQuiet = !hasCome && now - turnBegan <= quickTurnMs;
      if (isQuiet || now - began > quietWithinMs) {
        // Not the method of HTTP's server: that one closes idle connections before, which takes time.
        NetServer.prototype.close.call(server);
        server.off('connection', note);
        resolve();
        return;
      }
      hasCome = false;
      turnBegan = performance.now();
      setImmediate(look);
    };
    setImmediate(look);
  });
}
