import { beforeAll, describe, expect, it } from 'vitest';
import { makeBook } from '../../features/catalog/testing/books.ts';
import { stripeSettings } from '../../features/payments/testing/offer.ts';
import { startWechatSimulator } from '../../features/payments/testing/wechat-simulator.ts';
import { forAllTests } from '../../server/testing/for-all-tests.ts';
import { changeAt } from '../testing/ask.ts';
import { addTestPages } from '../testing/pages.ts';
import { serverForTests } from '../testing/server.ts';
import { signInStaff } from '../testing/staff.ts';

const start = (settings: Record<string, string>) =>
  serverForTests({ addPages: addTestPages, settings: { PUBLIC_URL: 'https://comics.example', ...settings } });
const wechat = await startWechatSimulator();
// Its settings are all that is wanted of it: nobody pays here.
await wechat.close();
const server = start({ ...wechat.settings, ...stripeSettings });
const wechatAlone = start(wechat.settings);
const withoutWay = start({});
const owner = forAllTests(() => signInStaff(server, 'owner'));
beforeAll(() => makeBook(server.db, { chapters: 5, publicFreeChapters: 2 }));

const page = async (language = 'en-us', on = server) => (await on.ask(`/membership?lang=${language}`)).body;
const pricesIn = (html: string) => [...html.matchAll(/<bdi>([A-Z]{3})\s([\d.]+)<\/bdi>/g)].map(([, ...price]) => price);
const described = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null');

async function publish(name: string, body: string): Promise<void> {
  const call = (url: string, payload: object) =>
    server.app.inject({ method: 'POST', url: `/api/v1/studio/site/pages${url}`, headers: owner.headers, payload });
  await call('', { page: name, bodies: { 'en-us': body } });
  await call(`/${name}/publish`, { effective_at: 'now' });
  server.pass(5000);
}

describe('the membership page', () => {
  it('has the prices of its language with their currencies, for people and machines', async () => {
    const english = await page();
    expect(pricesIn(english)).toEqual([
      ['USD', '1.99'],
      ['USD', '4.99'],
    ]);
    expect(english).toContain('You save 16%');
    expect(english).toContain('First 2 chapters of every book stay free');
    expect(english).toContain('href="/register?next=%2Fmembership%3Fplan%3Dseason&amp;lang=en-us"');
    for (const way of ['%2Fmembership%23pay', '%2Fprofile%23coupon'])
      expect(english).toContain(`href="/register?next=${way}&amp;lang=en-us"`);
    expect(described(english)).toMatchObject({ '@type': 'Product' });
    expect(described(english).offers).toMatchObject([
      { price: '1.99', priceCurrency: 'USD', url: 'https://comics.example/membership?plan=month' },
      { price: '4.99', priceCurrency: 'USD', url: 'https://comics.example/membership?plan=season' },
    ]);
    const chinese = await page('zh-cn');
    expect(pricesIn(chinese).map(([currency]) => currency)).toEqual(['CNY', 'USD', 'CNY', 'USD']);
    expect(described(chinese).offers).toHaveLength(4);
  });

  it('shows the prices of WeChat Pay where there is no other way, and leads to the Chinese page', async () => {
    const html = await page('fr-fr', wechatAlone);
    expect(html).toContain('href="/membership?lang=zh-cn"');
    expect(described(html).offers).toMatchObject([{ priceCurrency: 'CNY' }, { priceCurrency: 'CNY' }]);
  });

  it('says so where nothing is sold, and no other page leads to it', async () => {
    const html = await page('en-us', withoutWay);
    expect(html).toContain('Memberships are not sold at present');
    expect(described(html)).toBeNull();
    expect(html).toContain('Use a coupon');
    expect((await withoutWay.ask('/?lang=en-us')).body).not.toContain('"/membership');
    expect((await server.ask('/?lang=en-us')).body).toContain('"/membership');
  });

  it('answers eight questions, until the operator does', async () => {
    const questionsOf = async () => (await page()).match(/<summary>/g)?.length ?? 0;
    expect(await questionsOf()).toBe(8);
    await publish('faq', '## Why?\n\nBecause.');
    expect(await questionsOf()).toBe(0);
    expect(await page()).toContain('<h2>Why?</h2>');
  });

  it('has the facts of the seller, as the imprint has, without a name and an imprint too', async () => {
    await changeAt(server, owner, '/site/seller', { tax_id: 'FR<1>' });
    server.pass(5000);
    expect((await server.ask('/page/imprint?lang=en-us')).statusCode).toBe(404);
    expect(await page()).toContain('FR&lt;1&gt;');
    await publish('imprint', 'Who we are');
    for (const path of ['/membership', '/page/imprint'])
      expect((await server.ask(`${path}?lang=en-us`)).body).toContain('FR&lt;1&gt;');
  });
});
