import { expect, it } from 'vitest';
import type { ApiClient } from './api-client.ts';
import { getAll } from './get-all.ts';

it.each(['/user/follows', '/user/follows?language=en-us'])('all of %s is asked for, page by page', async (path) => {
  const asked: string[] = [];
  const get = async (asking: string) => {
    asked.push(asking);
    return { result: [asked.length], has_more: asked.length < 3 };
  };
  expect(await getAll({ get } as unknown as ApiClient, path)).toEqual([1, 2, 3]); // the one call that it makes
  const next = path.includes('?') ? '&' : '?';
  expect(asked).toEqual([path, `${path}${next}page=1`, `${path}${next}page=2`]);
});
