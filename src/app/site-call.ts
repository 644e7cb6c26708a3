import type { Config } from '../server/config.ts';
import type { PublicApi } from '../server/public-api.ts';
import { plans } from '../shared/plans.ts';
import { siteInfo } from '../shared/site.ts';

/** GET /site: who runs it, and what can be bought how. */
export function addSiteCall(api: PublicApi, config: Config): void {
  api.add({
    path: '/site',
    summary: 'The name of the site, where to write, and what can be bought how',
    answer: siteInfo,
    answerTo: async () => ({
      name: config.siteName,
      contact_email: config.contactEmail,
      plans: plans.map(({ plan, months, amount, currency }) => ({ plan, months, amount, currency })),
      wechat: false,
      stripe: null,
      sandbox: config.payments.sandbox,
    }),
  });
}
