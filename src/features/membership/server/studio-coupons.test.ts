import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Asked, askerOf } from '../../../app/testing/ask.ts';
import { signInStaff } from '../../../app/testing/staff.ts';
import { signIn } from '../../../app/testing/users.ts';
import { forAllTests } from '../../../server/testing/for-all-tests.ts';
import { shopForTests } from '../../payments/testing/shop.ts';

const shop = shopForTests();
const support = forAllTests(() => signInStaff(shop.server, 'support', { username: 'thesupport' }));

function send(call: `${'GET' | 'POST'} ${string}`, asked: Asked = {}) {
  const [method, path] = call.split(' ') as ['GET' | 'POST', string]; // the type of `call` spells it so
  return askerOf(shop.server, support, '/api/v1')(method, path, asked);
}
async function make(body: object): Promise<{ batch: string; codes: string[] }> {
  const { result } = await send('POST /studio/coupons', { body: { request_id: randomUUID(), ...body } });
  return { batch: result.batch, codes: result.coupons.map(({ code }: { code: string }) => code) };
}
const batchOf = async (batch: string) => (await send(`GET /studio/coupons/${batch}`)).result;
const lastAudit = async () => (await send(`GET /studio/audit?action=coupon_batch.stop&page_size=1`)).result[0];
async function redeem(code: string) {
  const as = await signIn(shop.server);
  return send('POST /user/coupon/redeem', { as, body: { code } });
}

describe('the batches of coupons', () => {
  it('tell what was made, used and left, who made it and when, and never a code', async () => {
    const { batch, codes } = await make({ days: 7, count: 3, max_uses: 2, note: 'for the fair' });
    await redeem(codes[0] ?? '');
    await redeem(codes[0] ?? '');
    await redeem(codes[1] ?? '');
    const found = await batchOf(batch);
    expect(found).toMatchObject({
      ...{ batch, made: 3, used: 3, left: 3, days: 7, plan: null, note: 'for the fair', created_by: 'thesupport' },
      created_at: expect.stringMatching(/Z$/),
    });
    const byFour = new Map(codes.map((code, nth) => [code.slice(-4), [2, 1, 0][nth]]));
    for (const { last_four: lastFour, used, stopped } of found.coupons)
      expect([byFour.get(lastFour), false]).toEqual([used, stopped]);
    const list = await send('GET /studio/coupons');
    expect(list.result[0]).toEqual(found);
    const file = await send('GET /studio/coupons?format=csv');
    expect(file.answer.body).toContain(`${batch},3,3,3,,7,`);
    for (const code of codes)
      for (const { body: text } of [list.answer, file.answer]) {
        expect(text).not.toContain(code);
        expect(text).not.toContain(code.replaceAll('-', ''));
      }
  });

  it('tell a word again as it was typed, and codes that were drawn never', async () => {
    const { batch } = await make({ percent: 25, code: 'WELCOME' });
    expect((await batchOf(batch)).coupons).toMatchObject([{ code: 'WELCOME', last_four: 'C0ME' }]);
    const drawn = await make({ days: 1 });
    expect((await batchOf(drawn.batch)).coupons).toMatchObject([{ code: null }]);
  });

  it('count a discount as used once its order is paid, and have no gifts', async () => {
    const { batch, codes } = await make({ percent: 10, plan: 'month', max_uses: 5 });
    const buyer = await shop.newUser();
    const { number } = await shop.orderedAs(buyer, { plan: 'month', coupon: codes[0], gift: true });
    expect(await batchOf(batch)).toMatchObject({ used: 0, left: 5, percent: 10, plan: 'month' });
    const { total } = (await send('GET /studio/coupons')).data;
    await shop.wechat.pay(number);
    expect(await batchOf(batch)).toMatchObject({ used: 1, left: 4, coupons: [{ used: 1 }] });
    expect((await send('GET /studio/coupons')).data.total).toBe(total);
    const { rows } = await shop.server.db.query<{ batch: string }>(
      'select batch from coupons where gift_cause is not null',
    );
    expect((await send(`GET /studio/coupons/${rows[0]?.batch}`)).code).toBe('batch_not_found');
    expect((await send(`POST /studio/coupons/${rows[0]?.batch}/stop`)).code).toBe('batch_not_found');
  });

  it('come in pages, the last made first', async () => {
    const made = [await make({ days: 1 }), await make({ days: 1 }), await make({ days: 1 })];
    const pages = [await send('GET /studio/coupons?page_size=2'), await send('GET /studio/coupons?page_size=2&page=1')];
    const batches = pages.flatMap(({ result }) => result.map(({ batch }: { batch: string }) => batch));
    expect(batches.slice(0, 3)).toEqual(made.map(({ batch }) => batch).reverse());
  });
});

describe('stopping', () => {
  it('one coupon leaves the others, and all of a batch leaves none; what was given stays', async () => {
    const { batch, codes } = await make({ days: 7, count: 3 });
    expect((await redeem(codes[2] ?? '')).status).toBe(200);
    const { coupons } = await batchOf(batch);
    const first = coupons.find((coupon: { last_four: string }) => coupon.last_four === codes[0]?.slice(-4));
    const stopped = await send(`POST /studio/coupons/${batch}/${first.id}/stop`);
    expect([stopped.status, stopped.result.left]).toEqual([200, 1]);
    expect(await lastAudit()).toMatchObject({
      ...{ target: { kind: 'coupon_batch', id: batch }, batch },
      after: { stopped: 1, coupon: first.id, last_four: first.last_four },
    });
    expect((await redeem(codes[0] ?? '')).code).toBe('coupon_invalid');
    const all = await send(`POST /studio/coupons/${batch}/stop`);
    expect(all.result).toMatchObject({ made: 3, used: 1, left: 0 });
    expect((await redeem(codes[1] ?? '')).code).toBe('coupon_invalid');
    const { id } = await lastAudit();
    await send(`POST /studio/coupons/${batch}/stop`);
    expect((await lastAudit()).id).toBe(id);
  });

  it('knows no coupon of another batch', async () => {
    const [one, other] = [await make({ days: 7 }), await make({ days: 7 })];
    const { coupons } = await batchOf(other.batch);
    for (const id of [coupons[0].id, randomUUID(), 'nonsense'])
      expect((await send(`POST /studio/coupons/${one.batch}/${id}/stop`)).code).toBe('coupon_not_found');
    for (const batch of [randomUUID(), 'nonsense'])
      expect((await send(`GET /studio/coupons/${batch}`)).code).toBe('batch_not_found');
    expect((await batchOf(other.batch)).left).toBe(1);
  });
});
