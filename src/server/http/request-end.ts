import type { FastifyReply } from 'fastify';

/**
 * Fires when the answer has been sent, or when the caller has gone; at once if either is over already. It listens to
 * the connection too: an answer that waits behind another one has no event of its own when the connection is cut.
 */
export function endOf({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const { socket } = raw.req;
  const over = new AbortController();
  const end = () => {
    raw.off('close', end);
    socket.off('close', end);
    over.abort();
  };
  if (raw.closed || socket.destroyed) end();
  else {
    raw.once('close', end);
    socket.once('close', end);
  }
  return over.signal;
}

/** Does the work once the signal fires, or at once where it has. */
export function whenOver(signal: AbortSignal, work: () => void): void {
  if (signal.aborted) work();
  else signal.addEventListener('abort', work, { once: true });
}
