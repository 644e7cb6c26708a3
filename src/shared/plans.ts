/**
 * The plans that are sold and their prices (spec: payments.md#plans): the one place, the shortest plan first. Amounts
 * in minor units. The table of orders has the names again in SQL; a test holds the table to these.
 */
export const plans = [
  { plan: 'month', months: 1, amount: 1000, currency: 'CNY' },
  { plan: 'season', months: 3, amount: 2700, currency: 'CNY' },
] as const;

export type Plan = (typeof plans)[number]['plan'];
export type PlanMonths = (typeof plans)[number]['months'];
