import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeBook } from '../../features/catalog/testing/books.ts';
import { forAllTests } from '../../server/testing/for-all-tests.ts';
import { tintOfAccent } from '../../shared/accent.ts';
import { changeAt } from '../testing/ask.ts';
import { addTestPages } from '../testing/pages.ts';
import { serverForTests } from '../testing/server.ts';
import { signInStaff } from '../testing/staff.ts';

const server = serverForTests({ addPages: addTestPages });
const owner = forAllTests(() => signInStaff(server, 'owner'));
beforeAll(async () => {
  await makeBook(server.db, { titles: { 'en-us': 'The Harbour' }, chapters: 1 });
});
beforeEach(() => server.db.query('delete from site_settings'));

async function change(body: object) {
  expect((await changeAt(server, owner, '/site', body)).status).toBe(200);
}
const open = (path: string) => server.ask(path);

describe('a face of the operator’s own', () => {
  it('is in every page, in feeds, calendar and manifest, by language, with English for the others', async () => {
    await change({
      name: { 'en-us': 'Ink', 'zh-cn': '墨' },
      tagline: { 'en-us': 'Drawn at <sea>' },
      description: { 'en-us': 'Comics of the coast', 'zh-cn': '海边的漫画' },
      accent: '#0b5c8a',
    });
    const home = await open('/?lang=zh-cn');
    expect(home.body).toContain('<title>Drawn at &lt;sea&gt; · 墨</title>');
    expect(home.body).toContain('<meta name="description" content="海边的漫画">');
    expect(home.body).toContain('<meta property="og:site_name" content="墨">');
    expect(home.body).toMatch(/<h1[^>]*>Drawn at &lt;sea&gt;<\/h1>/);
    expect(home.body).toContain(`--own-accent:#0b5c8a;`);
    expect(home.body).toContain(`--own-tint:${tintOfAccent('#0b5c8a')}"`);
    expect((await open('/feeds/chapters/zh-cn.atom')).body).toContain('墨');
    expect((await open('/feeds/chapters/fr-fr.atom')).body).toContain('Ink');
    expect((await open('/calendar.ics?language=zh-cn')).body).toContain('墨');
    expect((await open('/manifest/zh-cn.webmanifest')).json()).toMatchObject({ name: '墨', description: '海边的漫画' });
  });

  it('is the product’s own where nothing is set', async () => {
    const { body } = await open('/?lang=en-us');
    expect(body).toContain('<html lang="en-US" dir="ltr"><head>');
    expect(body).toContain('Next-generation hype comics');
  });

  it('asks programs that learn to stay away from pages, within the 5 s of any change', async () => {
    expect((await open('/?lang=en-us')).headers['x-robots-tag']).toBeUndefined();
    expect((await open('/robots.txt')).body).not.toContain('GPTBot');
    await change({ ai_crawlers: 'refuse' });
    expect((await open('/?lang=en-us')).headers['x-robots-tag']).toBe('noai');
    const robots = (await open('/robots.txt')).body;
    expect(robots).toMatch(/^(User-agent: [\w-]+\n)+Disallow: \/\n\nUser-agent: \*\nAllow: \/\n/);
    for (const name of ['GPTBot', 'ClaudeBot', 'CCBot', 'Google-Extended']) expect(robots).toContain(`: ${name}\n`);
  });
});
