import { beforeEach, expect, it, vi } from 'vitest';
import { createBrowserApi } from './browser-api.ts';

interface Sent {
  path: string;
  token: string | undefined;
  isGivenUp: () => boolean;
  answer: (status: number) => void;
}

let sent: Sent[];

/** Answers when the test says so; rejects when the caller aborts. */
function fakeFetch(path: string, { headers, signal }: { headers: Record<string, string>; signal: AbortSignal | null }) {
  return new Promise<Response>((resolve, reject) => {
    const giveUp = () => reject(signal?.reason);
    if (signal?.aborted) return giveUp();
    signal?.addEventListener('abort', giveUp);
    sent.push({
      path,
      token: headers.Authorization,
      isGivenUp: () => signal?.aborted ?? false,
      answer: (status) => resolve(new Response(status === 204 ? null : '{"data":{}}', { status })),
    });
  });
}

beforeEach(() => {
  sent = [];
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'X-API-TOKEN' ? 'secret' : 'ada') });
  vi.stubGlobal('fetch', fakeFetch);
});

it('at a logout it drops all calls and makes no more: neither an answer nor an error arrives', async () => {
  const api = createBrowserApi({ onSessionEnded: () => expect.unreachable() });
  const settled: string[] = [];
  const ask = (path: '/user/marks' | '/user/follows') =>
    void api.get(path).then(
      () => settled.push(path),
      () => settled.push(path),
    );
  ask('/user/marks');
  const saving = api.send('POST', '/user/progress', { body: { items: [] } });
  const ended = api.send('POST', '/user/logout');
  ask('/user/follows');
  expect(sent.map(({ path }) => path)).toEqual(['/api/v1/user/marks', '/api/v1/user/progress', '/api/v1/user/logout']);
  expect(sent.map(({ isGivenUp }) => isGivenUp())).toEqual([true, false, false]);
  expect(sent.at(-1)?.token).toBe('Token secret');
  sent[1]?.answer(202);
  sent[2]?.answer(204);
  await Promise.all([saving, ended]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(settled).toEqual([]);
});
