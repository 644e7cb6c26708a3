import type { Language } from './languages.ts';

/** The code of a plan (spec: payments.md#plans). */
export const planPattern = /^[a-z][a-z0-9_-]{1,31}$/;

/** The plans that are always there, with their months; others come and go, and are known to the database alone. */
export const fixedPlans = { month: 1, season: 3 } as const;

/** The address of a payment link at Stripe; nothing stands behind it. */
export const cardUrlPattern = /^https:\/\/buy\.stripe\.com\/\w{1,200}$/;

/** Whether one can buy by a card: through its button, else by its plain link. */
export function isBuyable(card: {
  button?: boolean | undefined;
  buy_button_id?: string | null | undefined;
  url?: string | null | undefined;
}): boolean {
  return card.button === false ? typeof card.url === 'string' : typeof card.buy_button_id === 'string';
}

/** A plan's name in some languages; English is always among them. */
export type PlanName = { 'en-us': string } & { [language in Language]?: string | undefined };

/** The name of a plan as readers of a language know it, else its English name. */
export function nameOfPlan(name: PlanName, language: Language): string {
  return name[language] ?? name['en-us'];
}
