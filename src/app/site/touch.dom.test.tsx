import { afterEach, beforeEach, expect, it } from 'vitest';
import { keptTouches } from '../../web/kept-touch.ts';
import type { AnyPage, OpenedPage } from '../../web/navigation.ts';
import { readKept } from '../../web/session.ts';
import { remove } from '../../web/storage.ts';
import { campaignField, touchField } from '../../web/touch-field.ts';
import { keepTouches } from './touch.ts';

const page = {} as AnyPage; // nothing of it is asked for
const home: OpenedPage = { path: '/', search: '', params: {}, page, found: true };
const book = { ...home, path: '/book/chapters/b1', params: { id: 'b1' } };
const dayMs = 24 * 60 * 60 * 1000;

let opened: OpenedPage;
let tell: () => void;
const router = {
  current: () => opened,
  subscribe(listener: () => void) {
    tell = listener;
    return () => {};
  },
};

function land(address: string, referrer = '', at: OpenedPage = home): void {
  opened = at;
  history.replaceState(null, '', address);
  Object.defineProperty(document, 'referrer', { value: referrer, configurable: true });
  keepTouches(router);
}

function want(name: 'doNotTrack' | 'globalPrivacyControl', value: unknown): void {
  Object.defineProperty(navigator, name, { value, configurable: true });
}

beforeEach(() => remove('TOUCH'));
afterEach(() => {
  want('doNotTrack', null);
  want('globalPrivacyControl', undefined);
});

it('keeps the first touch for 30 days and the last one from elsewhere, with the first book opened after it', () => {
  land('/?utm_source=news&utm_campaign=april', 'https://www.google.com/search');
  opened = book;
  tell();
  land('/');
  land('/?utm_source=mail');
  expect(touchField(Date.now()).touch).toMatchObject({
    first: { utm_source: 'news', utm_campaign: 'april', referrer_class: 'search', book_uuid: 'b1', page: 'home' },
    last: { utm_source: 'mail', utm_campaign: null, referrer_class: 'direct', page: 'home' },
  });
  expect(touchField(Date.now() + 31 * dayMs)).toEqual({});
});

it('keeps nothing of a return from where one pays', () => {
  land('/payment/return/order-1', 'https://wx.tenpay.com/');
  expect(touchField(Date.now())).toEqual({});
  land('/?utm_source=news', 'https://www.google.com/');
  land('/payment/wechat/return?code=1', 'https://open.weixin.qq.com/');
  land('/payment/return/order-1?utm_source=app');
  land('/profile', 'https://checkout.stripe.com/c/pay');
  expect(keptTouches(Date.now()).last).toMatchObject({ utm_source: 'news', referrer_host: 'www.google.com' });
});

it('keeps who came by themselves as such', () => {
  land('/', `${location.origin}/before`, book);
  expect(touchField(Date.now()).touch).toMatchObject({
    first: { utm_source: null, referrer_class: 'direct', referrer_host: null, book_uuid: 'b1', page: 'book' },
    last: { referrer_class: 'direct' },
  });
});

it.each([
  ['doNotTrack', '1'],
  ['globalPrivacyControl', true],
] as const)('keeps no more than the campaign with %s', (name, value) => {
  land('/?utm_source=news', 'https://x.com/');
  want(name, value);
  expect(touchField(Date.now())).toEqual({});
  land('/?c=Spring&utm_source=news', 'https://x.com/');
  expect(readKept('TOUCH')).toEqual({
    campaign: { word: 'Spring', at: expect.any(String) },
  });
  expect(campaignField(Date.now())).toEqual({ campaign: 'Spring' });
});
