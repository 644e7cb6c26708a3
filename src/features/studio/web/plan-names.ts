import { defaultLanguage } from '../../../shared/languages.ts';
import { useText } from '../../../web/i18n.tsx';
import { useStudioQuery } from './calls.ts';

/** The plans with their names in the operator's language; undefined until they are there. */
export function usePlanNames(): { plan: string; name: string; isActive: boolean }[] | undefined {
  const { language } = useText();
  const { data } = useStudioQuery('/studio/named_plans');
  return data?.data.result.map(({ plan, name, active }) => ({
    plan,
    name: name[language] ?? name[defaultLanguage] ?? plan,
    isActive: active,
  }));
}

/** Names a plan by its code; one that is not there any more keeps its code. */
export function usePlanName(): (plan: string) => string {
  const plans = usePlanNames();
  return (code) => plans?.find(({ plan }) => plan === code)?.name ?? code;
}
