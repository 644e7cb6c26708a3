import { expect, it } from 'vitest';
import { createApi } from './api-client.ts';
import { getAll } from './get-all.ts';

it.each([
  [undefined, ''],
  [{ language: 'ar-sa' } as const, 'language=ar-sa'],
])('all of a list is asked for, page by page, with %o', async (query, first) => {
  const asked: string[] = [];
  const api = createApi(async (_method, address) => {
    asked.push(address);
    return { result: [asked.length], has_more: asked.length < 3 };
  });
  expect(await getAll(api, '/user/follows', query)).toEqual([1, 2, 3]);
  const path = `/user/follows?${first}`;
  const next = first === '' ? '' : '&';
  expect(asked).toEqual([first === '' ? '/user/follows' : path, `${path}${next}page=1`, `${path}${next}page=2`]);
});
