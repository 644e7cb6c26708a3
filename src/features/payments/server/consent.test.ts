import { expect, it } from 'vitest';
import { shopForTests } from '../testing/shop.ts';

const shop = shopForTests();

it('an order wants the consent that the site asks, and keeps it with the order', async () => {
  const { server } = shop;
  const at = new Date(0).toISOString();
  const known = [{ name: 'privacy', footer: true, versions: [{ version: 3, effective_at: at, titles: {} }] }];
  await server.db.query(
    "insert into site_settings values ('consent', '\"purchase\"'), ('documents', $1::jsonb) on conflict (key) do nothing",
    [JSON.stringify(known)],
  );
  server.pass(1000);
  const user = await shop.newUser();
  const create = (accept?: unknown) =>
    server.app.inject({
      method: 'POST',
      url: '/api/v1/payment/wechat/payment/china_book_membership/create',
      headers: user.headers,
      payload: { months: 1, ...(accept !== undefined && { accept }) },
    });
  expect((await create()).json()).toMatchObject({ code: 'consent_needed', documents: { privacy: 3 } });
  expect((await create({ privacy: 2 })).statusCode).toBe(400);
  const { rows: orders } = await server.db.query('select from payment_orders where user_id = $1', [user.id]);
  expect(orders).toHaveLength(0);
  const made = await create({ privacy: 3 });
  expect(made.statusCode).toBe(200);
  const { rows } = await server.db.query('select document, version, order_id from consents where user_id = $1', [
    user.id,
  ]);
  expect(rows).toEqual([{ document: 'privacy', version: 3, order_id: made.json().data.order_id }]);
  expect((await server.ask('/api/v1/site')).json().data).toMatchObject({
    consent: 'purchase',
    documents: { privacy: 3 },
  });
});
