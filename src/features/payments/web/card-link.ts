import type { Language } from '../../../shared/languages.ts';
import { formatCoupon, isCampaignWord, normaliseCoupon } from '../../membership/rules.ts';

/** The languages of Stripe's page; it has no Arabic. */
const locales: Record<Language, string> = { 'zh-cn': 'zh', 'en-us': 'en', 'fr-fr': 'fr', 'es-es': 'es', 'ar-sa': 'en' };

/** The address of a sale on Stripe's page for a buyer, with a discount code filled in; null: none. */
export function cardLinkOf(
  url: string,
  { reference, language, code }: { reference: string; language: Language; code: string | null },
): string {
  const query = new URLSearchParams([
    ['client_reference_id', reference],
    ['locale', locales[language]],
    ...(code === null ? [] : [['prefilled_promo_code', codeAtStripe(code)]]),
  ]);
  return `${url}?${query}`;
}

/** A code as Stripe knows it: a word as it was typed, a drawn one in its printed form. */
function codeAtStripe(typed: string): string {
  const normalised = normaliseCoupon(typed);
  return isCampaignWord(normalised) ? typed.normalize('NFKC').replace(/[^A-Za-z0-9-]/g, '') : formatCoupon(normalised);
}
