import fastify from 'fastify';
import { expect, it } from 'vitest';
import type { KeyHolder } from '../../../membership/server/membership.ts';
import { createEventStreams } from './event-streams.ts';

it('a stream tells nothing, and ends with its key', async () => {
  const app = fastify();
  let asked = 0;
  const isAlive = async () => ++asked < 6;
  const streams = createEventStreams({ isAlive, app, askEveryMs: 1 });
  const holder = { sessionId: 'a key', userId: 'a user' } as KeyHolder; // the rest is not looked at
  app.get('/', (_request, reply) => {
    const answer = streams.open(holder, reply);
    return answer && 'sent' in answer && answer.sent;
  });
  const { body } = await app.inject('/');
  expect([body, asked]).toEqual([':\n\n:\n\n', 6]);
  await app.close();
});
