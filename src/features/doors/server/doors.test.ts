import { expect, it } from 'vitest';
import { registerStudio } from '../../../app/rendering/studio-pages.ts';
import { assets } from '../../../app/testing/assets.ts';
import { addTestPages } from '../../../app/testing/pages.ts';
import { serverForTests } from '../../../app/testing/server.ts';

const closed = serverForTests({
  settings: { DOORS: 'off' },
  async addPages(ground) {
    await addTestPages(ground);
    registerStudio({
      ...{ http: ground.http, assets, publicUrl: ground.config.publicUrl, doors: ground.config.doors },
      site: { name: 'Ink & Co', contactEmail: 'desk@example.org', timeZone: 'UTC' },
      studio: {
        ...{ entry: '', css: '', preview: { entry: '', css: '' } },
        ...{ messages: () => '', modulesOf: () => [] },
      },
    });
  },
});

it.each(['/opds', '/opds/', '/opds/auth', '/opds/v2/catalog', '/koreader/healthcheck', '/komga/api/v1/series'])(
  'is nowhere while the doors are closed: %s',
  async (url) => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT'] as const)
      for (const headers of [{}, { 'x-api-key': 'a key' }]) {
        const answer = await closed.app.inject({ method, url, headers });
        expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store']);
        if (method !== 'HEAD') expect(answer.json().code).toBe('not_found');
      }
  },
);

it('has no connections while the doors are closed, and sends nothing', async () => {
  for (const url of ['/studio/connections', '/api/v1/studio/connections']) {
    const answer = await closed.app.inject({ url, headers: { 'x-api-key': 'a key' } });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
    expect(answer.headers['cache-control']).toContain('no-store');
  }
  expect(closed.jobs.map(({ name }) => name)).not.toContain('send deliveries');
});
