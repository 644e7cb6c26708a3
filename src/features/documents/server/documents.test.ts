import { beforeEach, describe, expect, it } from 'vitest';
import { askerOf, changeAt } from '../../../app/testing/ask.ts';
import { serverForTests } from '../../../app/testing/server.ts';
import { signInStaff } from '../../../app/testing/staff.ts';
import { forAllTests } from '../../../server/testing/for-all-tests.ts';

const server = serverForTests();
const owner = forAllTests(() => signInStaff(server, 'owner'));
beforeEach(async () => {
  await server.db.query('delete from document_versions');
  await server.db.query('delete from documents');
  await server.db.query('delete from site_settings');
  server.pass(1000);
});

const call = askerOf(server, owner, '/api/v1/studio/site');
const read = async (page: string, query = '') => {
  const answer = await server.ask(`/api/v1/site/pages/${page}${query}`);
  return { status: answer.statusCode, code: answer.json().code, ...answer.json().data?.result };
};
const make = (page: string, body = 'Words', more: object = {}) =>
  call('POST', '/pages', { body: { page, titles: { 'en-us': 'A title' }, bodies: { 'en-us': body }, ...more } });
const publish = (page: string, at = 'now') => call('POST', `/pages/${page}/publish`, { body: { effective_at: at } });
const change = (url: string, body: object) => changeAt(server, owner, `/site${url}`, body);

describe('a page of the operator', () => {
  it('is seen once a version is in force, and its versions are never numbered twice', async () => {
    expect(await make('terms')).toMatchObject({ status: 201, result: { page: 'terms', in_force: null, footer: true } });
    expect(await read('terms')).toMatchObject({ status: 404, code: 'page_not_found' });
    expect(await publish('terms')).toMatchObject({ status: 201, result: { version: 1 } });
    expect(await read('terms')).toMatchObject({ version: 1, title: 'A title', is_old: false });
    expect((await call('DELETE', '/pages/terms')).status).toBe(204);
    expect((await read('terms')).status).toBe(404);
    expect((await read('terms', '?version=1')).status).toBe(404);
    expect((await make('terms', 'Others')).result).toMatchObject({ versions: [], in_force: null });
    expect((await read('terms')).status).toBe(404);
    expect((await publish('terms')).result.version).toBe(2);
    expect(await read('terms')).toMatchObject({ version: 2 });
    expect((await read('terms', '?version=1')).status).toBe(404);
  });

  it('is moved before another one, or to the end, at once for all', async () => {
    for (const [order, page] of ['about', 'terms', 'privacy'].entries()) await make(page, 'Words', { order });
    const move = async (page: string, before: string | null) => {
      const { status, body, result } = await call('POST', `/pages/${page}/move`, { body: { before } });
      return [status, body.code ?? result.map((row: { page: string; order: number }) => [row.order, row.page])];
    };
    const [about, terms, privacy] = ['about', 'terms', 'privacy'].map((page) => (order: number) => [order, page]);
    expect(await move('privacy', 'about')).toEqual([200, [privacy?.(0), about?.(1), terms?.(2)]]);
    expect(await move('privacy', null)).toEqual([200, [about?.(0), terms?.(1), privacy?.(2)]]);
    expect(await move('terms', 'terms')).toEqual([200, [about?.(0), terms?.(1), privacy?.(2)]]);
    expect(await move('privacy', 'faq')).toEqual([404, 'page_not_found']);
    expect((await call('GET', '/pages')).result.map(({ page }: { page: string }) => page)).toEqual([
      ...['about', 'terms', 'privacy'],
    ]);
  });

  it('changes on the day of its next version, and its old words stay at their number', async () => {
    await make('terms', 'First');
    const first = await publish('terms');
    await change('/pages/terms', { bodies: { 'en-us': 'Second' } });
    expect((await read('terms')).blocks).toEqual([{ type: 'p', inlines: [{ type: 'text', text: 'First' }] }]);
    await publish('terms', new Date(Date.parse(first.result.effective_at) + 3_600_000).toISOString());
    expect((await read('terms')).version).toBe(1);
    server.pass(3_700_000);
    expect((await read('terms')).version).toBe(2);
    expect(await read('terms', '?version=1')).toMatchObject({ version: 1, is_old: true });
    expect((await read('terms', '?version=3')).status).toBe(404);
  });

  it('is published at a time on the clocks of the site, where no offset is said', async () => {
    await server.db.query(`insert into site_settings (key, value) values ('time_zone', '"Asia/Shanghai"')`);
    server.pass(1000);
    await make('terms');
    expect((await publish('terms', '2090-01-31T08:00')).result.effective_at).toBe('2090-01-31T00:00:00.000Z');
    expect((await publish('terms', 'soon')).status).toBe(400);
  });

  it('falls back to English, then to any language, and says which it is', async () => {
    await make('about', '', { titles: { 'zh-cn': '关于' }, bodies: { 'zh-cn': '我们' } });
    await publish('about');
    expect(await read('about', '?language=fr-fr')).toMatchObject({ language: 'zh-cn', title: '关于' });
    await make('delivery', 'Words', { bodies: { 'en-us': 'Words', 'zh-cn': '字' } });
    await publish('delivery');
    expect(await read('delivery', '?language=zh-cn')).toMatchObject({ language: 'zh-cn', title: 'A title' });
  });

  it('has no markup, safe links and pictures of the site alone', async () => {
    const body = [
      '## <b>Bold</b>',
      '[one](https://example.org/a) [two](javascript:alert(1)) [three](//evil.example) [four](/page/privacy)',
      '![ours](/media/a.webp)![theirs](https://evil.example/a.png)',
      '- a\n- b *c*\n\n1. d',
    ].join('\n\n');
    await make('terms', body);
    const { result } = await call('GET', '/pages/terms/preview?language=ar-sa');
    expect(result.blocks).toEqual([
      { type: 'h2', inlines: [{ type: 'text', text: '<b>Bold</b>' }] },
      {
        type: 'p',
        inlines: [
          { type: 'text', text: 'one', href: 'https://example.org/a' },
          { type: 'text', text: ' two three ' },
          { type: 'text', text: 'four', href: '/page/privacy' },
        ],
      },
      { type: 'img', src: '/media/a.webp', alt: 'ours' },
      {
        type: 'ul',
        depth: 0,
        items: [
          [{ type: 'text', text: 'a' }],
          [
            { type: 'text', text: 'b ' },
            { type: 'text', text: 'c', em: true },
          ],
        ],
      },
      { type: 'ol', depth: 0, items: [[{ type: 'text', text: 'd' }]] },
    ]);
  });

  it('is one of ten of its own beside the six kinds', async () => {
    for (let count = 0; count < 10; count += 1) await make(`own-${count}`);
    expect((await make('one-more')).body.code).toBe('limit_reached');
    expect((await make('faq')).status).toBe(201);
    expect((await make('faq')).body.code).toBe('page_exists');
    for (const name of ['Big', 'a/b', '-a', 'a'.repeat(65)]) expect((await make(name)).status).toBe(400);
  });

  it('is changed by the version that was seen', async () => {
    await make('terms');
    const { etag } = await call('GET', '/pages/terms');
    expect((await call('GET', '/pages')).result).toMatchObject([{ etag }]);
    expect((await call('PUT', '/pages/terms', { body: { footer: false } })).status).toBe(428);
    expect((await call('PUT', '/pages/terms', { body: { footer: false }, etag })).result.footer).toBe(false);
    const late = await call('PUT', '/pages/terms', { body: { order: 3 }, etag });
    expect(late).toMatchObject({ status: 412, body: { code: 'edit_conflict', changed_by: owner.username } });
  });

  it('is not published empty', async () => {
    await make('terms', ' ');
    expect((await publish('terms')).status).toBe(400);
    expect((await publish('nothing')).status).toBe(404);
    expect((await publish('terms', 'soon')).status).toBe(400);
  });
});

describe('the imprint', () => {
  it('stands while the seller has a name, with the facts of the seller', async () => {
    expect((await read('imprint')).status).toBe(404);
    expect((await change('/seller', { name: 'Ink Ltd', icp: '京ICP备1号' })).status).toBe(200);
    expect(await read('imprint')).toMatchObject({ version: null, seller: { name: 'Ink Ltd', icp: '京ICP备1号' } });
    expect((await call('PUT', '/seller', { body: { refund_prefix: '' } })).status).toBe(400);
    expect((await call('PUT', '/seller', { body: { refund_prefix: 'S' } })).status).toBe(428);
    expect((await change('/seller', { name: null })).result.name).toBe(null);
    expect((await read('imprint')).status).toBe(404);
  });
});

describe('the consent of who registers', () => {
  let count = 0;
  async function register(accept?: unknown) {
    count += 1;
    const payload = { username: `reader${count}`, password: 'secret1234', ...(accept !== undefined && { accept }) };
    const answer = await server.app.inject({ method: 'POST', url: '/api/v1/user/register', payload });
    return { status: answer.statusCode, body: answer.json(), uuid: answer.json().data?.result.uuid };
  }
  async function setConsent(consent: string) {
    await change('', { consent });
    server.pass(1000);
  }

  it('is not asked by default, whatever is sent', async () => {
    expect((await register()).status).toBe(200);
    expect((await register('anything')).status).toBe(200);
  });

  it('is wanted for exactly the documents in force, and kept', async () => {
    await make('terms');
    await publish('terms');
    await setConsent('register');
    expect((await register()).body).toMatchObject({ code: 'consent_needed', documents: { terms: 1 } });
    for (const accept of [{ terms: 2 }, { terms: '1' }, [1], 1, null])
      expect((await register(accept)).status).toBe(400);
    const { uuid } = await register({ terms: 1, privacy: 9 });
    const { rows } = await server.db.query(
      'select document, version, language, order_id from consents where user_id = $1',
      [uuid],
    );
    expect(rows).toEqual([{ document: 'terms', version: 1, language: 'en-us', order_id: null }]);
    const person = await server.app.inject({ url: `/api/v1/studio/users/${uuid}`, headers: owner.headers });
    expect(person.json().data.result.consents).toMatchObject([
      { document: 'terms', version: 1, language: 'en-us', order_id: null },
    ]);
    await setConsent('purchase');
    expect((await register()).status).toBe(200);
  });
});
