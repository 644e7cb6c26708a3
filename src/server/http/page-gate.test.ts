import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../config/log.ts';
import { createMetrics } from '../metrics/metrics.ts';
import type { GateLimits } from './gate.ts';
import { createHttp, type HttpApp } from './http.ts';
import { createLimiter } from './limits.ts';
import { createPageGate } from './overload.ts';
import { PublicAnswers } from './public-answers.ts';

let app: HttpApp | undefined;
afterEach(() => app?.close());

/** A server whose pages are made only when they are let go. */
async function serve(limits: GateLimits) {
  const pages = createPageGate(limits);
  const http = createHttp({
    ...{ log: createLog('silent'), trustProxy: false, limiter: createLimiter({ scale: 0 }), metrics: createMetrics() },
    ...{ answers: new PublicAnswers(), securityHeaders: {}, pages },
    classOf: (route) => (route === '/open' ? 'never' : 'list'),
    isUser: async ({ headers }) => headers.authorization !== undefined,
  });
  app = http.app;
  const making = new Map<string, () => void>();
  const make = (name: string) => async () => {
    if (name.startsWith('held')) await new Promise<void>((resolve) => making.set(name, resolve));
    return { text: name };
  };
  for (const path of ['/page', '/open'])
    app.get(path, (request, reply) => {
      const name = (request.query as { n?: string }).n ?? '';
      return http.servePublic(request, reply, { key: request.url, headers: {}, make: make(name) });
    });
  const ask = async (path: string, headers = {}) => {
    const answer = await http.app.inject({ url: path, headers });
    return `${answer.statusCode} ${answer.headers['retry-after'] ? 'later' : answer.body}`;
  };
  const letGo = async (name: string) => {
    await vi.waitFor(() => expect([...making.keys()]).toContain(name));
    making.get(name)?.();
    making.delete(name);
  };
  return { ask, letGo, making, pages };
}

const long = 60_000;

describe('pages and lists for visitors', () => {
  it('are made a few at once, the next in the order of their coming, and refused beyond the queue', async () => {
    const { ask, letGo, making, pages } = await serve({ running: 2, waiting: 2, waitMs: long });
    const asked = [];
    for (const n of ['1', '2', '3', '4']) {
      asked.push(ask(`/page?n=held${n}`));
      await vi.waitFor(() => expect(pages.use().running + pages.use().waiting).toBe(asked.length));
    }
    expect([...making.keys()]).toEqual(['held1', 'held2']);
    expect(pages.queued()).toBe(1);
    expect(await ask('/page?n=5')).toBe('503 later');
    await letGo('held2');
    await letGo('held3');
    for (const name of ['held1', 'held4']) await letGo(name);
    expect(await Promise.all(asked)).toEqual(['200 held1', '200 held2', '200 held3', '200 held4']);
    expect(pages.use()).toEqual({ running: 0, waiting: 0 });
    expect(await ask('/page?n=5')).toBe('200 5');
  });

  it('are refused after too long a wait, and leave the queue', async () => {
    const { ask, letGo, pages } = await serve({ running: 1, waiting: 1, waitMs: 50 });
    const first = ask('/page?n=held1');
    await vi.waitFor(() => expect(pages.use().running).toBe(1));
    expect(await ask('/page?n=2')).toBe('503 later');
    expect(pages.use()).toEqual({ running: 1, waiting: 0 });
    await letGo('held1');
    expect(await first).toBe('200 held1');
  });

  it('do not hold up what a cache holds, searches, users, nor what is never refused', async () => {
    const { ask, letGo, pages } = await serve({ running: 1, waiting: 0, waitMs: long });
    expect(await ask('/page?n=kept')).toBe('200 kept');
    const first = ask('/page?n=held1');
    await vi.waitFor(() => expect(pages.use().running).toBe(1));
    expect(await ask('/page?n=other')).toBe('503 later');
    expect(await ask('/page?n=kept')).toBe('200 kept');
    expect(await ask('/page?n=found&q=words')).toBe('200 found');
    expect(await ask('/open?n=open')).toBe('200 open');
    expect(await ask('/page?n=own', { authorization: 'Token good' })).toBe('200 own');
    await letGo('held1');
    expect(await first).toBe('200 held1');
  });

  it('are made once for all who ask for the same meanwhile', async () => {
    const { ask, letGo, pages } = await serve({ running: 1, waiting: 0, waitMs: long });
    const asked = Array.from({ length: 5 }, () => ask('/page?n=held1'));
    await vi.waitFor(() => expect(pages.use().running).toBe(1));
    await letGo('held1');
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['200 held1']));
  });
});
