import { expect, it } from 'vitest';
import { signInStaff } from '../../../app/testing/staff.ts';
import type { SignedInUser } from '../../../app/testing/users.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { type Shop, shopForTests } from '../testing/shop.ts';

const shop = shopForTests({ settings: { FAPIAO: 'true' }, hasAllWays: true });
const plain = shopForTests();

async function paid(at: Shop) {
  const user = await at.newUser();
  const order = await at.ordered(user);
  await at.wechat.pay(order.number);
  return { user, ...order };
}
const ask = (user: SignedInUser, id: string, payload: object, at = shop) =>
  at.server.app.inject({
    ...{ method: 'POST', url: `/api/v1/payment/orders/${id}/fapiao`, payload, headers: user.headers },
  });
const organization = { type: 'ORGANIZATION', name: '墨水有限公司', taxpayer_id: '91310000MA1FL0000X' };
const bodyOf = (at: Shop, number: string) =>
  at.wechat.requests.map(({ body }) => JSON.parse(body || '{}')).find((body) => body.out_trade_no === number);

inLong('WeChat Pay is told with every way that a fapiao can be asked for, and says nothing of it else', async () => {
  for (const way of ['qr', 'h5', 'jsapi'] as const) {
    const user = await shop.newUser();
    if (way === 'jsapi') await shop.meet(user);
    const { number } = await shop.orderedAs(user, { months: 1, way });
    expect(bodyOf(shop, number)).toMatchObject({ support_fapiao: true });
  }
  const { number } = await paid(plain);
  expect(bodyOf(plain, number)).not.toHaveProperty('support_fapiao');
});

it('a buyer asks for one of a paid order, and the last title counts', async () => {
  const { user, id } = await paid(shop);
  const first = await ask(user, id, { ...organization, bank: 'ICBC 1234' });
  expect([first.statusCode, first.json().data.result]).toEqual([
    201,
    { ...organization, order_id: id, address: null, phone: null, bank: 'ICBC 1234' },
  ]);
  expect((await ask(user, id, { type: 'INDIVIDUAL', name: 'Mei', taxpayer_id: '' })).statusCode).toBe(201);
  const support = await signInStaff(shop.server, 'support');
  const url = '/api/v1/studio/fapiao';
  const { data } = (await shop.server.app.inject({ url, headers: support.headers })).json();
  expect(data).toMatchObject({
    total: 1,
    result: [{ order_id: id, type: 'INDIVIDUAL', name: 'Mei', user: { uuid: user.id }, amount: 1000, refunded: 0 }],
  });
  const file = await shop.server.app.inject({ url: `${url}?format=csv`, headers: support.headers });
  const lines = file.body.trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/,Amount,Amount \(minor units\),Currency,Refunded,Refunded \(minor units\)$/);
  expect(lines[1]).toMatch(/,10\.00,1000,CNY,0\.00,0$/);
});

it('nobody asks for one of another order, of an unpaid one, or where none is offered', async () => {
  const { id } = await paid(shop);
  const stranger = await shop.newUser();
  expect((await ask(stranger, id, organization)).json().code).toBe('order_not_found');
  const open = await shop.ordered(stranger);
  expect((await ask(stranger, open.id, organization)).json().code).toBe('order_not_paid');
  const off = await paid(plain);
  expect((await ask(off.user, off.id, organization, plain)).statusCode).toBe(404);
  for (const wrong of [
    { ...organization, taxpayer_id: '' },
    { ...organization, name: '' },
    { ...organization, name: 'x'.repeat(257) },
    { ...organization, type: 'COMPANY' },
    { type: 'INDIVIDUAL', name: 'Mei' },
  ])
    expect((await ask(stranger, open.id, wrong)).json().code).toBe('invalid_request');
});
