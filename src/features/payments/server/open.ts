import type { Platform } from '../../../server/http/platform.ts';
import type { Attempts } from '../../accounts/server/accounts.ts';
import type { StudioApi } from '../../studio/server/studio-api.ts';
import { createBooksFigures } from './books-figures.ts';
import { countSpent } from './discount-queries.ts';
import { mountStudioFapiao } from './fapiao.ts';
import { attentionOfMoney, keepDifferences, reconcile } from './figures.ts';
import { paymentJobs } from './jobs.ts';
import { openidRetentions } from './openid-queries.ts';
import { buyersOf } from './orders.ts';
import { mountStudioOrders } from './orders-routes.ts';
import { lastPeriodOf } from './payments.ts';
import { mountPerson } from './person-route.ts';
import { findPlan } from './plan-queries.ts';
import { createPayments, createRefunds, openOpenids, openStripeApi } from './providers.ts';
import { type Buyer, mountPayments } from './routes.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import { addSiteCall, plansOnSale } from './site-call.ts';
import { createCardCodes } from './stripe/card-codes.ts';
import { mountStudioPlans } from './studio-routes.ts';
import { tellGiver } from './tell.ts';

/** What others do for payments. */
interface Neighbours
  extends Pick<Parameters<typeof mountPayments>[0], 'requireConsent' | 'noteTouch' | 'findRole'>,
    Pick<Parameters<typeof mountPerson>[0], 'consentsOf'> {
  studio: StudioApi;
  attempts: Attempts;
  sandbox: Sandbox | null;
  /** The public key for pushes, of GET /site. */
  pushKey(): Promise<string>;
  /** Notes how a notification of a provider ended. */
  noteNotification(news: { provider: string; outcome: string }): Promise<void>;
}

/** Opens payments; others get what is on sale, what was bought and given back, and the state of the books. */
export async function openPayments(platform: Platform<Buyer>, neighbours: Neighbours) {
  const { db, metrics } = platform;
  const deps = { ...platform, ...neighbours };
  const payments = createPayments({
    ...deps,
    count(news) {
      metrics.countNotification(news);
      void neighbours.noteNotification(news);
    },
  });
  const refunds = createRefunds(deps);
  const api = openStripeApi(deps);
  const ask = api && payments.stripe && { ...deps, ...payments, stripe: payments.stripe, api };
  metrics.watchBooks(createBooksFigures(db));
  addSiteCall(deps);
  await mountPayments({ ...deps, ...payments, openids: openOpenids(deps), api });
  mountStudioPlans(deps);
  mountStudioOrders({ ...deps, refunds, ask });
  mountStudioFapiao(deps);
  mountPerson(deps);
  return {
    plansOnSale: () => plansOnSale(db),
    lastPeriodOf: (userId: string) => lastPeriodOf(db, userId),
    isPlan: async (plan: string) => (await findPlan(db, plan)) !== null,
    buyersOf: (name: string) => buyersOf(db, name),
    tellGiver,
    cardCodes: api && createCardCodes(api),
    ...{ spentOf: countSpent, keepDifferences, reconcile, attention: attentionOfMoney },
    retentions: openidRetentions,
    jobs: paymentJobs({ ...deps, ...payments, refunds, ask }),
  };
}
