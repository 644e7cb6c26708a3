/** The plans that the buy buttons of a test's site sell. */
export const offer = {
  publishableKey: 'pk_test_1',
  buttons: [
    { plan: 'month' as const, buy_button_id: 'buy_btn_m', payment_link: 'plink_m', amount: 199, currency: 'usd' },
    { plan: 'season' as const, buy_button_id: 'buy_btn_s', payment_link: 'plink_s', amount: 499, currency: 'usd' },
  ],
};

export const stripeSettings = {
  STRIPE_PUBLISHABLE_KEY: offer.publishableKey,
  STRIPE_WEBHOOK_SECRETS: 'whsec_1,whsec_2',
  STRIPE_BUTTONS: JSON.stringify(offer.buttons),
};
