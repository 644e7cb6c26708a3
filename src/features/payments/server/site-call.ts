import type { Db } from '../../../server/database/db.ts';
import type { Platform } from '../../../server/http/platform.ts';
import { siteCalls } from '../../../shared/site.ts';
import { relyingPartyOf } from '../../accounts/server/accounts.ts';
import { documentsInForce } from '../../documents/rules.ts';
import { readSale } from './payments.ts';
import { waysOf } from './wechat-ways.ts';

/** The plans on sale, in their order. */
export const plansOnSale = async (db: Db) => (await readSale(db, null)).plans;

/** GET /site: the site's name, its contact, the ways to pay, and the key for pushes. */
export function addSiteCall({
  api,
  config,
  clock,
  db,
  setting,
  pushKey,
}: Platform & { pushKey: () => Promise<string> }): void {
  const { wechat, wechatWays, stripe, sandbox } = config.payments;
  const passkeys = relyingPartyOf(config.publicUrl) !== null;
  api.add(siteCalls.getSite, async () => {
    const { plans, buttons } = await readSale(db, stripe);
    return {
      name: setting('name'),
      contact_email: setting('contact'),
      plans,
      wechat: wechat !== null,
      wechat_ways: wechat ? waysOf(wechatWays) : [],
      stripe: stripe && { publishable_key: stripe.publishableKey, script_url: stripe.scriptUrl, buttons },
      sandbox,
      passkeys,
      push_key: await pushKey(),
      consent: setting('consent'),
      fapiao: config.payments.fapiao,
      withdrawal_days: setting('withdrawal_days'),
      documents: documentsInForce(setting('documents'), clock()),
      adult_books: config.adultBooks,
    };
  });
}
