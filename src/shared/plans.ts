/** The prices of a membership, product.md section 9, in this one place. Amounts in minor units. */
export const plans = [
  { plan: 'month', months: 1, amount: 1000, currency: 'CNY' },
  { plan: 'season', months: 3, amount: 2700, currency: 'CNY' },
] as const;
