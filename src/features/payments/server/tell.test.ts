import { expect, it } from 'vitest';
import type { SignedInUser } from '../../../app/testing/users.ts';
import { eventually, shopForTests } from '../testing/shop.ts';

const shop = shopForTests();

interface Told {
  kind: string;
  amount?: number;
  order_id?: string;
  step?: string;
}
async function toldTo({ headers }: SignedInUser): Promise<Told[]> {
  return (await shop.server.app.inject({ url: '/api/v1/user/inbox', headers })).json().data.result;
}
const kindsOf = async (user: SignedInUser) =>
  (await toldTo(user)).map(({ kind, step }) => (step ? `${kind} ${step}` : kind)).toSorted();

it('a buyer is told once of a payment, however often it is reported, and of its refund', async () => {
  const buyer = await shop.newUser();
  const { number } = await shop.ordered(buyer);
  await shop.wechat.pay(number);
  await shop.wechat.pay(number).catch(() => null);
  const [order] = await shop.orders(buyer);
  expect(await toldTo(buyer)).toMatchObject([
    { kind: 'payment_received', amount: order?.amount, currency: order?.currency, order_id: order?.order_id },
  ]);
  await shop.wechat.refund(number, order?.amount ?? 0);
  await eventually(async () => (await kindsOf(buyer)).includes('payment_refunded'));
  expect(await kindsOf(buyer)).toEqual(['payment_received', 'payment_refunded']);
  expect((await toldTo(buyer))[0]).toMatchObject({ kind: 'payment_refunded', amount: order?.amount });
});

it('who buys a gift is told when it can be sent and when it was redeemed', async () => {
  const [buyer, friend] = [await shop.newUser(), await shop.newUser()];
  const { number } = await shop.orderedAs(buyer, { plan: 'month', gift: true });
  await shop.wechat.pay(number);
  expect(await kindsOf(buyer)).toEqual(['gift ready', 'payment_received']);
  const code = (await shop.orders(buyer))[0]?.gift?.code;
  const redeemed = await shop.server.app.inject({
    method: 'POST',
    url: '/api/v1/user/coupon/redeem',
    headers: friend.headers,
    payload: { code },
  });
  expect(redeemed.statusCode).toBe(200);
  expect(await kindsOf(buyer)).toEqual(['gift ready', 'gift redeemed', 'payment_received']);
  expect(await kindsOf(friend)).toEqual([]);
});
