import { readSale } from '../features/payments/server/payments.ts';
import type { Config } from '../server/config/config.ts';
import type { Db } from '../server/database/db.ts';
import type { PublicApi } from '../server/http/public-api.ts';
import { siteCalls } from '../shared/site.ts';

/** The plans on sale, in their order. */
export const plansOnSale = async (db: Db) => (await readSale(db, null)).plans;

/** GET /site: the site's name, its contact, and the ways to pay. */
export function addSiteCall(api: PublicApi, { config, db }: { config: Config; db: Db }): void {
  const { wechat, stripe, sandbox } = config.payments;
  api.add(siteCalls.getSite, async () => {
    const { plans, buttons } = await readSale(db, stripe);
    return {
      name: config.siteName,
      contact_email: config.contactEmail,
      plans,
      wechat: wechat !== null,
      stripe: stripe && { publishable_key: stripe.publishableKey, script_url: stripe.scriptUrl, buttons },
      sandbox,
    };
  });
}
