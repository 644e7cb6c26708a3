import { expect, it } from 'vitest';
import { createAnswerReader, createRenderingApi } from './rendering-api.ts';

function answerOf(etag: string, value: unknown) {
  const raw = Buffer.from(JSON.stringify(value));
  return { etag, raw, asOf: 0, read: () => JSON.parse(raw.toString()) };
}

it('reads equal answers once, and each other one anew', () => {
  const read = createAnswerReader();
  const first = read(answerOf('a', ['one']));
  expect(read(answerOf('a', ['one']))).toBe(first);
  expect(read(answerOf('b', ['two']))).toEqual(['two']);
  expect(first).toEqual(['one']);
});

it('keeps the answers that were used last, as many as have room', () => {
  const first = answerOf('0', ['12345678']);
  const read = createAnswerReader(5 * first.raw.length);
  const values = [0, 1, 2, 3, 4].map((number) => read(answerOf(`${number}`, ['12345678'])));
  for (const etag of ['0', 'one more']) read(answerOf(etag, ['12345678']));
  expect(read(first)).toBe(values[0]);
  expect(read(answerOf('2', ['12345678']))).toBe(values[2]);
  expect(read(answerOf('1', ['12345678']))).not.toBe(values[1]);
});

it("is as old as its oldest answer by the answers' clock, however far the process's own is behind", async () => {
  const times = [Date.now() + 600_000, Date.now() + 500_000];
  const ask = async (path: string) => ({ ...answerOf(path, { data: path }), asOf: times.shift() ?? 0 });
  const { api, oldest } = createRenderingApi(ask, createAnswerReader());
  expect(oldest()).toBe(Number.POSITIVE_INFINITY);
  const [, second] = times;
  for (const path of ['/site', '/reader/book/tags'] as const) expect(await api.get(path)).toBe(path);
  expect(oldest()).toBe(second);
});
