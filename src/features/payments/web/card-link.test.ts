import { expect, it } from 'vitest';
import { cardLinkOf } from './card-link.ts';

const url = 'https://buy.stripe.com/test_abc';

it('a plain link names the buyer and the language, and English where Stripe has none', () => {
  expect(cardLinkOf(url, { reference: 'u_gift', language: 'zh-cn', code: null })).toBe(
    `${url}?client_reference_id=u_gift&locale=zh`,
  );
  expect(cardLinkOf(url, { reference: 'u', language: 'ar-sa', code: null })).toContain('locale=en');
});

it('a plain link carries a word as it was typed, and a drawn code in its printed form', () => {
  const linkWith = (code: string) => cardLinkOf(url, { reference: 'u', language: 'en-us', code });
  expect(linkWith(' spring 25 ')).toContain('&prefilled_promo_code=spring25');
  expect(linkWith('ＳＰＲＩＮＧ２５')).toContain('&prefilled_promo_code=SPRING25');
  expect(linkWith('0123456789abcdee')).toContain('&prefilled_promo_code=0123-4567-89AB-CDEE');
});
