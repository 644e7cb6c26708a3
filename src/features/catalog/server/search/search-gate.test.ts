import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { serverForTests } from '../../../../app/testing/server.ts';
import { withTransaction } from '../../../../server/database/db.ts';
import { inLong } from '../../../../server/testing/depth.ts';
import { makeBook } from '../../testing/books.ts';

const server = serverForTests();

const search = '/api/v1/comics/book/search';
const searchFor = (q: string) => server.ask(search, { query: { q } });

/** Runs `work` while no query can read the search texts of books. */
async function whileHeldUp<T>(work: () => Promise<T>): Promise<T> {
  return withTransaction(server.db, async (tx) => {
    await tx.query('lock table book_searches in access exclusive mode');
    return work();
  });
}

async function metric(name: string): Promise<string | undefined> {
  const { body } = await server.app.inject({ url: '/metrics' });
  return body.split('\n').find((line) => line.startsWith(`${name} `));
}

describe('searches at once', () => {
  it('are two, twenty more wait for a second, and all others are refused at once', async () => {
    expect(await metric('search_running')).toBe('search_running 0');
    const { first, last, running, waiting } = await whileHeldUp(async () => {
      const asked = Array.from({ length: 30 }, (_, n) => searchFor(`word${n}`));
      // The eight searches that found the queue full, before any of the others ends.
      const isEarly = Promise.race(asked.slice(0, 22)).then(() => false);
      const early = await Promise.race([Promise.all(asked.slice(22)).then(() => true), isEarly]);
      expect(early).toBe(true);
      const [running, waiting] = [await metric('search_running'), await metric('search_waiting')];
      return {
        first: await Promise.all(asked.slice(0, 22)),
        last: await Promise.all(asked.slice(22)),
        running,
        waiting,
      };
    });
    expect([running, waiting]).toEqual(['search_running 2', 'search_waiting 20']);
    for (const answer of [...first, ...last]) {
      expect(answer.statusCode).toBe(503);
      expect(answer.json().code).toBe('unavailable');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(5);
    }
    expect(await metric('http_refusals_total{reason="search"}')).toBe('http_refusals_total{reason="search"} 30');
    expect((await searchFor('word')).statusCode).toBe(200);
    expect(await metric('search_waiting')).toBe('search_waiting 0');
  });

  inLong('leave their place when they are refused, however long a further question of theirs would take', async () => {
    await makeBook(server.db, { titles: { 'en-us': 'A lengthy book' } });
    await withTransaction(server.db, async (longer) => {
      await longer.query('lock table editions in access exclusive mode');
      const asked = await whileHeldUp(async () => {
        const answer = searchFor('lengthy').then(({ statusCode }) => statusCode);
        await pause(900); // so much of its time does the first question take
        return { answer };
      });
      expect(await asked.answer).toBe(503);
      await vi.waitFor(async () => expect(await metric('search_running')).toBe('search_running 0'), { timeout: 600 });
    });
  });

  inLong(
    'keep neither lists without words waiting nor an answer that is at hand, but a page far down a list',
    async () => {
      const known = `${search}?q=known`;
      expect((await server.app.inject({ url: known })).statusCode).toBe(200);
      const answers = await whileHeldUp(async () => {
        const held = ['one', 'two', 'three'].map((q) => server.app.inject({ url: `${search}?q=${q}` }));
        const answers = [
          await server.app.inject({ url: known }),
          await server.app.inject({ url: `${search}?page=999` }),
        ];
        const far = server.app.inject({ url: `${search}?page=1000` });
        expect(await metric('search_running')).toBe('search_running 2');
        await vi.waitFor(async () => expect(await metric('search_waiting')).toBe('search_waiting 2'));
        await Promise.all([...held, far]);
        return answers;
      });
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    },
  );
});
