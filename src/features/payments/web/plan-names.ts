import type { Language } from '../../../shared/languages.ts';
import { nameOfPlan } from '../../../shared/plans.ts';
import type { SiteInfo } from '../../../shared/site.ts';

/** The name of a plan on sale; empty where it is not on sale (any more). */
export function planNameIn(plans: Readonly<SiteInfo['plans']>, wanted: string, language: Language): string {
  const sold = plans.find(({ plan }) => plan === wanted);
  return sold ? nameOfPlan(sold.name, language) : '';
}
