import type { Config } from '../server/config.ts';
import type { PublicApi } from '../server/public-api.ts';
import { plans } from '../shared/plans.ts';
import { siteInfo } from '../shared/site.ts';

/** The plans on sale, in their order. */
export const plansOnSale = async () =>
  plans.map(({ plan, months, amount, currency }) => ({ plan, months, amount, currency }));

/** GET /site: the site's name, its contact, and the ways to pay. */
export function addSiteCall(api: PublicApi, config: Config): void {
  api.add({
    path: '/site',
    summary: 'The name of the site, where to write, and what can be bought how',
    answer: siteInfo,
    answerTo: async () => ({
      name: config.siteName,
      contact_email: config.contactEmail,
      plans: await plansOnSale(),
      wechat: config.payments.wechat !== null,
      stripe: config.payments.stripe && {
        publishable_key: config.payments.stripe.publishableKey,
        script_url: config.payments.stripe.scriptUrl,
        buttons: config.payments.stripe.buttons.map(({ plan, buy_button_id }) => ({ plan, buy_button_id })),
      },
      sandbox: config.payments.sandbox,
    }),
  });
}
