import { State } from '../../../studio/web/Page.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import type { PersonOnWire } from '../../studio-contract.ts';

/** Whether somebody is a member, was one, or is banned, as a word. */
export function MemberState({
  banned,
  expire_at,
  is_expired,
}: Pick<PersonOnWire, 'banned' | 'expire_at' | 'is_expired'>) {
  const { t } = useStudioText();
  if (banned) return <State tone="warning">{t('people.states.banned')}</State>;
  if (expire_at === null) return <State>{t('people.states.never')}</State>;
  return is_expired ? (
    <State>{t('people.states.expired')}</State>
  ) : (
    <State tone="good">{t('people.states.member')}</State>
  );
}
