import { type Db, withTransaction } from '../../../server/database/db.ts';
import { AppError, notFound, wrongFields } from '../../../server/http/errors.ts';
import type { StudioPlatform } from '../../studio/server/studio-api.ts';
import { requireLastVersion } from '../../studio/server/versions.ts';
import { mostPlans, type Plan } from '../plans.ts';
import { paymentStudioCalls } from '../studio-contract.ts';
import { listPlans } from './plan-queries.ts';
import {
  addPlan,
  changePlan,
  etagOf,
  type PlanRefusal,
  presentPlan,
  readPlanFields,
  removePlan,
  targetOf,
} from './plans.ts';

/** The studio's calls about what is sold (spec: payments.md#changing-plans). */
export function mountStudioPlans({ studio, db }: StudioPlatform): void {
  studio.add(paymentStudioCalls.listPlans, async ({ query: { page, page_size: pageSize } }) => {
    const plans = await listPlans(db);
    return {
      result: plans.slice(page * pageSize, (page + 1) * pageSize).map(presentPlan),
      total: plans.length,
    };
  });

  studio.add(paymentStudioCalls.namePlans, async () => {
    const plans = (await listPlans(db)).map(presentPlan);
    return { result: plans.map(({ plan, name, active }) => ({ plan, name, active })), total: plans.length };
  });

  studio.add(paymentStudioCalls.createPlan, async ({ body: { plan: code, ...body }, by, setEtag }) => {
    const { months, amount: amountMinor, name } = body;
    const wanted = { ...readPlanFields(body), plan: code, months, amountMinor, name };
    const added = await withTransaction(db, (tx) => addPlan(tx, { by, wanted }));
    if (added.kind !== 'saved') throw refusalFrom(added.kind);
    if (!added.isChanged) throw refusalFrom('plan_exists');
    setEtag(etagOf(added.plan));
    return { result: presentPlan(added.plan) };
  });

  studio.add(paymentStudioCalls.changePlan, async ({ params, body, by, ifMatch, setEtag }) => {
    const changed = await withTransaction(db, (tx) =>
      changePlan(tx, {
        by,
        plan: params.code,
        change: readPlanFields(body),
        requireCurrent: (plan) => requirePlanVersion(tx, plan, ifMatch),
      }),
    );
    if (changed.kind !== 'saved') throw refusalFrom(changed.kind);
    setEtag(etagOf(changed.plan));
    return { result: presentPlan(changed.plan) };
  });

  studio.add(paymentStudioCalls.deletePlan, async ({ params, by }) => {
    const removed = await withTransaction(db, (tx) => removePlan(tx, { by, plan: params.code }));
    if (removed.kind !== 'removed') throw refusalFrom(removed.kind);
  });
}

async function requirePlanVersion(tx: Db, plan: Plan, ifMatch: string | undefined): Promise<void> {
  await requireLastVersion(tx, ifMatch, {
    ...{ target: targetOf(plan), etag: etagOf(plan), current: presentPlan(plan) },
    since: async () => plan.createdAt,
  });
}

function refusalFrom(kind: PlanRefusal): AppError {
  switch (kind) {
    case 'plan_not_found':
      return notFound(kind, 'There is no such plan');
    case 'plan_exists':
      return new AppError(409, kind, 'This plan exists already');
    case 'plan_fixed':
      return new AppError(409, kind, 'This plan can only be repriced or paused');
    case 'plan_in_use':
      return new AppError(409, kind, 'This plan has orders: pause it');
    case 'too_many_plans':
      return wrongFields([{ path: 'plan', code: 'too_many', message: `There are ${mostPlans} plans already` }]);
    case 'link_in_use':
      return wrongFields([
        { path: 'card.payment_link', code: 'in_use', message: 'Another plan sells by this payment link' },
      ]);
  }
}
