import type { Language } from './languages.ts';

/** The code of a plan (spec: payments.md#plans). */
export const planPattern = /^[a-z][a-z0-9_-]{1,31}$/;

/** The plans that are always there, with their months; others come and go, and are known to the database alone. */
export const fixedPlans = { month: 1, season: 3 } as const;

/** A plan's name in some languages; English is always among them. */
export type PlanName = { 'en-us': string } & { [language in Language]?: string | undefined };

/** The name of a plan as readers of a language know it, else its English name. */
export function nameOfPlan(name: PlanName, language: Language): string {
  return name[language] ?? name['en-us'];
}
