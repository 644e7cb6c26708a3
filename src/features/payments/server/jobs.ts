import type { Job } from '../../../server/jobs/jobs.ts';
import { deleteOldBodies, updateFigure } from './event-queries.ts';
import { mismatchFigure } from './figures.ts';
import { type AskDeps, askStripe } from './lost-sales.ts';
import { finishRefunds, type RefundDeps } from './refunds.ts';
import { countMismatches } from './report.ts';
import { judgeSalesAgain } from './sales-in-doubt.ts';
import { type FollowerDeps, followUnsettled } from './unsettled-events.ts';
import { sweepOrders } from './wechat-orders.ts';

/** spec: payments.md#wechat-orders. */
const sweepEveryMs = 15_000;
/** Together with the age that an event must have, it is followed well within 60 s (spec: payments.md#events-kept). */
const followEveryMs = 15_000;
const finishEveryMs = 15_000;
const hourMs = 60 * 60 * 1000;
/** Settings change only when the site starts. */
const judgeEveryMs = 24 * hourMs;
const bodiesKeptDays = 180;
const bodiesAtOnce = 5000;

export function paymentJobs(deps: FollowerDeps & { refunds: RefundDeps; ask: AskDeps | null }): Job[] {
  const { wechat, stripe, refunds, ask } = deps;
  return [
    ...(wechat
      ? [
          {
            name: 'sweep orders',
            everyMs: sweepEveryMs,
            run: (db, signal) => sweepOrders({ ...wechat, db }, signal),
          } satisfies Job,
        ]
      : []),
    {
      name: 'finish refunds',
      everyMs: finishEveryMs,
      run: (db, signal) => finishRefunds({ ...refunds, db }, signal),
    },
    { name: 'follow unsettled events', everyMs: followEveryMs, run: (db, signal) => followUnsettled(db, deps, signal) },
    ...(stripe
      ? [
          {
            name: 'judge sales in doubt',
            alsoAtStart: true,
            everyMs: judgeEveryMs,
            async run(db, signal) {
              await judgeSalesAgain(db, deps, signal);
            },
          } satisfies Job,
        ]
      : []),
    ...(ask
      ? [
          {
            name: 'ask Stripe',
            everyMs: hourMs,
            async run(db, signal) {
              const asked = await askStripe({ ...ask, db }, signal);
              const found = asked?.found.length ?? 0;
              if (!asked && !signal.aborted) deps.log.error({ event: 'stripe not asked' }, 'Stripe did not answer');
              if (found > 0) deps.log.error({ event: 'lost sales found', found }, 'sales came without their webhooks');
            },
          } satisfies Job,
        ]
      : []),
    {
      name: 'remove old bodies',
      everyMs: hourMs,
      removes: true,
      async run(db, signal) {
        let removed = bodiesAtOnce;
        while (removed === bodiesAtOnce && !signal.aborted)
          removed = await deleteOldBodies(db, { afterDays: bodiesKeptDays, limit: bodiesAtOnce });
      },
    },
    {
      name: 'hold payments against ledger',
      everyMs: hourMs,
      run: async (db) => updateFigure(db, { name: mismatchFigure, value: await countMismatches(db) }),
    },
  ];
}
