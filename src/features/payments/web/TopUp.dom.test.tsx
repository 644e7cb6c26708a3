import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import english from '../../../../messages/en-us.json';
import chinese from '../../../../messages/zh-cn.json';
import type { Language } from '../../../shared/languages.ts';
import type { SiteInfo } from '../../../shared/site.ts';
import { ApiError, createApi } from '../../../web/api-client.ts';
import { createText } from '../../../web/create-text.ts';
import { lateTextIn } from '../../../web/late-words.ts';
import { remove } from '../../../web/storage.ts';
import { inSite } from '../../../web/testing/in-site.tsx';
import { TopUp } from './TopUp.tsx';

const site = {
  plans: [{ plan: 'month', months: 1, amount: 1000, currency: 'CNY', name: { 'en-us': 'Month', 'zh-cn': '月卡' } }],
  ...{ wechat: true, wechat_ways: ['qr', 'h5'], stripe: null, sandbox: false },
  ...{ consent: 'purchase', documents: { terms: 1 }, withdrawal_days: 14 },
} as unknown as SiteInfo; // the rest is for other pages

/** The ways to pay; lists the bodies of orders, which are made unless `refuse` throws at that many. */
async function open(given: { language?: Language; site?: SiteInfo; refuse?: (orders: number) => void }) {
  const { language = 'zh-cn', refuse = () => {} } = given;
  const bodies: unknown[] = [];
  const api = createApi(async (method, address, body) => {
    if (address === '/site') return given.site ?? site;
    if (method === 'GET') return { result: [] };
    bodies.push(body);
    refuse(bodies.length);
    return { order_id: `order-${bodies.length}`, qr_code: 'data:,', url: '#at-wechat' };
  });
  await lateTextIn(language);
  const text = createText(language, language === 'zh-cn' ? chinese : english);
  render(inSite(<TopUp userUuid="user" next={null} expireAt={null} section="pay" onPaid={() => {}} />, { api, text }));
  return bodies;
}

const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox');
const ticked = () => boxes().map(({ checked }) => checked);
const choose = () => fireEvent.click(screen.getByRole('button', { name: /月卡/ }));

it('every order is asked its own consent and waiver', async () => {
  const bodies = await open({});
  expect(await screen.findByRole('group', { name: /14 天/ })).toBeTruthy();
  for (const box of boxes()) fireEvent.click(box);
  choose();
  fireEvent.click(await screen.findByRole('button', { name: '取消' }));
  expect(ticked()).toEqual([false, false, false]);
  choose();
  await waitFor(() => expect(bodies).toHaveLength(2));
  expect(bodies[0]).toMatchObject({ accept: { terms: 1 }, waiver: { begin: true, loss: true } });
  expect(bodies[1]).not.toMatchObject({ accept: expect.anything() });
  expect(bodies[1]).not.toMatchObject({ waiver: expect.anything() });
});

it('a consent that the page knew nothing of is asked for, and the order then made with it', async () => {
  const documents = { terms: 2 };
  const bodies = await open({
    refuse(orders) {
      if (orders === 1) throw new ApiError(400, { error: 'No', code: 'consent_needed', documents });
    },
  });
  await screen.findByRole('group');
  fireEvent.click(boxes()[0] as HTMLElement); // the box of the documents
  choose();
  // Another way to pay is no way around it: it leads to the box.
  fireEvent.click(await screen.findByRole('button', { name: '在这部手机上打开微信' }));
  await screen.findByRole('group');
  expect(ticked()).toEqual([false, false, false]);
  expect(bodies).toMatchObject([{ accept: { terms: 1 } }]);
  fireEvent.click(boxes()[0] as HTMLElement); // as above
  choose();
  await waitFor(() => expect(bodies[1]).toMatchObject({ accept: documents }));
});

it('WeChat, which says who pays, leads back to the section that the buyer left', async () => {
  const bodies = await open({
    refuse(orders) {
      if (orders === 1) throw new ApiError(409, { error: 'No', code: 'wechat_openid_needed' });
    },
  });
  await screen.findByRole('group');
  choose();
  await waitFor(() => expect(bodies[1]).toEqual({ next: expect.stringMatching(/#pay$/) }));
  remove('PAYMENT');
});

it('cards without a price are no way to pay', async () => {
  const stripe = { publishable_key: 'pk', script_url: 'https://js.example/', buttons: [] };
  await open({ language: 'en-us', site: { ...site, stripe } });
  expect(await screen.findByRole('link', { name: 'Open the Chinese page' })).toBeTruthy();
});
