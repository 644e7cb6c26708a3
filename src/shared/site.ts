import * as z from 'zod/mini';
import { defineCall } from './calls.ts';
import type { Language } from './languages.ts';
import { planPattern } from './plans.ts';

export const plan = z.string().check(z.regex(planPattern, 'must be the code of a plan'));

const word = z.string().check(z.minLength(1), z.maxLength(60));
/** A plan's name by language; English is always there. */
export const planName = z.strictObject({
  'en-us': word,
  'zh-cn': z.optional(word),
  'fr-fr': z.optional(word),
  'es-es': z.optional(word),
  'ar-sa': z.optional(word),
} satisfies Record<Language, unknown>);

/** A plan on sale; `amount` in minor units of the currency. */
export const plansOnSale = z.array(
  z.object({ plan, months: z.number(), amount: z.number(), currency: z.string(), name: planName }),
);

/** The answer of GET /site (spec: http.md#site-call): the name, the contact, and the ways to pay. */
export const siteInfo = z.object({
  name: z.string(),
  contact_email: z.string(),
  plans: plansOnSale,
  wechat: z.boolean(),
  /** How WeChat Pay can be called up; none without it. */
  wechat_ways: z.array(z.enum(['qr', 'h5', 'jsapi'])),
  stripe: z.nullable(
    z.object({
      publishable_key: z.string(),
      script_url: z.string(),
      buttons: z.array(
        z.object({
          plan,
          /** Null: it has no button. */
          buy_button_id: z.nullable(z.string()),
          amount: z.number(),
          currency: z.string(),
          /** A plain link to the same sale; null: there is none. */
          url: z.nullable(z.string()),
          /** Whether the button is shown. */
          button: z.boolean(),
        }),
      ),
    }),
  ),
  sandbox: z.boolean(),
  /** Whether one can log in with a passkey: not where the site's host is an IP address. */
  passkeys: z.boolean(),
  /** The key that browsers of this site tell push services, in base64url. */
  push_key: z.string(),
  /** Where readers agree to the documents in force, which stand beside with their versions. */
  consent: z.enum(['none', 'register', 'purchase', 'both']),
  /** Whether a buyer may ask for a fapiao. */
  fapiao: z.boolean(),
  /** How many days a buyer may withdraw, unless they give it up; 0: not at all. */
  withdrawal_days: z.number(),
  documents: z.object({ terms: z.optional(z.number()), privacy: z.optional(z.number()) }),
  /** Whether readers are asked for their age before they see a book for adults. */
  adult_books: z.enum(['ask', 'show']),
});

export type SiteInfo = z.infer<typeof siteInfo>;

export const siteCalls = {
  getSite: defineCall({
    method: 'GET',
    path: '/site',
    who: 'anyone',
    summary: 'The name of the site, where to write, and what can be bought how',
    answer: siteInfo,
  }),
};

declare module './calls.ts' {
  interface DeclaredCalls {
    site: typeof siteCalls;
  }
}
