import { expect, it } from 'vitest';
import { pricesOfPlans } from './plan-prices.ts';

const plans = [
  { plan: 'first', months: 1, amount: 100, currency: 'CNY', name: { 'en-us': 'First month' } },
  { plan: 'month', months: 1, amount: 1000, currency: 'CNY', name: { 'en-us': 'Month' } },
  { plan: 'y', months: 12, amount: 10_800, currency: 'CNY', name: { 'en-us': 'Year' } },
];
const button = { plan: 'y', buy_button_id: 'b', url: null, button: true, amount: 2000, currency: 'USD' };
const stripe = { publishable_key: 'pk', script_url: 's', buttons: [button] };

it('prices of the Chinese page are by WeChat and by card, with the price a month and what is saved', () => {
  const { plans: priced } = pricesOfPlans({ plans, wechat: true, stripe }, 'zh-cn');
  expect(priced.map(({ prices }) => prices)).toEqual([
    [{ way: 'wechat', amount: 100, currency: 'CNY', perMonth: null, saving: null }],
    [{ way: 'wechat', amount: 1000, currency: 'CNY', perMonth: null, saving: null }],
    [
      { way: 'wechat', amount: 10_800, currency: 'CNY', perMonth: 900, saving: 10 },
      { way: 'card', amount: 2000, currency: 'USD', perMonth: 167, saving: null },
    ],
  ]);
});

it('prices of other pages are by card, and by WeChat where there is nothing else', () => {
  expect(pricesOfPlans({ plans, wechat: true, stripe }, 'fr-fr').plans.map(({ plan }) => plan)).toEqual(['y']);
  const elsewhere = pricesOfPlans({ plans, wechat: true, stripe: null }, 'fr-fr');
  expect([elsewhere.isElsewhere, elsewhere.plans.length]).toEqual([true, 3]);
  expect(pricesOfPlans({ plans, wechat: false, stripe: null }, 'zh-cn').plans).toEqual([]);
});
