import { afterEach, expect, it, vi } from 'vitest';
import { createApi } from '../../web/api-client.ts';
import type { Environment, OpenedPage } from '../../web/navigation.ts';
import { QueryClient } from '../../web/query-client.ts';
import type { Router } from '../../web/router.tsx';
import { keep } from '../../web/session.ts';
import { forgetEverything } from '../../web/stored-session.ts';
import { followAge } from './after-start.ts';

afterEach(forgetEverything);

it('brings books for adults to an open page once the account says that its reader is one', async () => {
  const asked: string[] = [];
  const opened: string[] = [];
  const api = createApi(async (_method, path) => {
    asked.push(path);
    return { result: [] };
  });
  const here = { path: '/search', search: '?q=storm', page: {} } as OpenedPage; // the part that is read
  const router = { current: () => here, open: (to: string) => opened.push(to) } as unknown as Router; // as above
  const environment = { api, queryClient: new QueryClient(), site: {} } as Environment; // as above
  keep('READER_SETTINGS', { theme: 'dark' });
  followAge(router, environment);
  expect(opened).toEqual([]);
  keep('READER_SETTINGS', { theme: 'dark', adult: true });
  keep('READER_SETTINGS', { theme: 'light', adult: true });
  await vi.waitFor(() => expect(opened).toEqual(['/search?q=storm']));
  await api.get('/comics/calendar');
  expect(asked.at(-1)).toMatch(/adult=true/);
});
