import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { HttpApp } from '../../../../server/http/http.ts';
import type { KeyHolder } from '../../../membership/server/membership.ts';
import { type Answer, Refusal } from './answers.ts';

/** The key is asked for again this often: a stream ends within 5 s of it. */
const usuallyAskedEveryMs = 4000;
/** So that no proxy takes the line for dead. */
const commentEvery = 4;
const mostOfUser = 5;

/**
 * Streams of events that never tell anything: the apps hold one open, and take its end for a lost server
 * (spec: doors.md#the-komga-shape).
 */
export function createEventStreams({
  isAlive,
  app,
  askEveryMs = usuallyAskedEveryMs,
}: {
  isAlive(keyId: string): Promise<boolean>;
  app: Pick<HttpApp, 'addHook'>;
  askEveryMs?: number;
}) {
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());
  const open = new Map<string, number>();

  async function* comments({ sessionId, userId }: KeyHolder): AsyncGenerator<string> {
    open.set(userId, (open.get(userId) ?? 0) + 1);
    try {
      yield ':\n\n';
      for (let turn = 1; ; turn += 1) {
        await pause(askEveryMs, undefined, { signal: stopping.signal, ref: false });
        if (!(await isAlive(sessionId))) return;
        if (turn % commentEvery === 0) yield ':\n\n';
      }
    } catch (error) {
      if (!stopping.signal.aborted) throw error;
    } finally {
      const left = (open.get(userId) ?? 1) - 1;
      if (left > 0) open.set(userId, left);
      else open.delete(userId);
    }
  }

  return {
    open(holder: KeyHolder, reply: FastifyReply): Answer {
      if ((open.get(holder.userId) ?? 0) >= mostOfUser)
        throw new Refusal(429, 'Too many streams', { 'Retry-After': '60' });
      // Node sends no head of an answer without a body before its end, which a stream never has.
      const isHead = reply.request.method === 'HEAD';
      return { sent: sendStream(reply, isHead ? [] : comments(holder)) };
    },
  };
}

function sendStream(reply: FastifyReply, lines: AsyncGenerator<string> | []) {
  return reply
    .type('text/event-stream; charset=utf-8')
    .headers({ 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' })
    .send(Readable.from(lines));
}
