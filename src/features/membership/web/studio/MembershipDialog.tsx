import { useRef, useState } from 'react';
import { writeUtcDay } from '../../../../web/date-time.ts';
import { useText } from '../../../../web/i18n.tsx';
import { randomUuid } from '../../../../web/random-uuid.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { Field } from '../../../../web/ui/Field.tsx';
import { showToast } from '../../../../web/ui/toasts.ts';
import { Ask, type Typed, typedOf } from '../../../studio/web/Ask.tsx';
import { ChoiceField } from '../../../studio/web/ChoiceField.tsx';
import { useStudioCalls } from '../../../studio/web/calls.ts';
import { ReasonField } from '../../../studio/web/ReasonField.tsx';
import { readNumber } from '../../../studio/web/typed-number.ts';
import { useStudioText } from '../../../studio/web/words.ts';
import type { LedgerRowOnWire } from '../../studio-contract.ts';

/** Whose membership it is. */
export interface Member {
  uuid: string;
  username: string;
  expire_at: string | null;
  is_expired: boolean;
}

export type MembershipDeed = { kind: 'extend' | 'until' | 'end' } | { kind: 'revoke'; entry: LedgerRowOnWire };

/** The buttons that give a person more of a membership, or less. */
export function MembershipActions({ person, onChanged }: { person: Member; onChanged: () => void }) {
  const { t } = useStudioText();
  const [deed, setDeed] = useState<MembershipDeed | null>(null);
  return (
    <>
      <Button onClick={() => setDeed({ kind: 'extend' })}>{t('people.extend')}</Button>
      <Button onClick={() => setDeed({ kind: 'until' })}>{t('people.setEnd')}</Button>
      {person.expire_at !== null && !person.is_expired && (
        <Button onClick={() => setDeed({ kind: 'end' })}>{t('people.endNow')}</Button>
      )}
      <MembershipDialog deed={deed} person={person} onDone={onChanged} onClose={() => setDeed(null)} />
    </>
  );
}

/** A row's gift in words: months, days or an end. */
export function useGift(): (row: Pick<LedgerRowOnWire, 'months' | 'days' | 'until' | 'kind'>) => string {
  const { t, language } = useStudioText();
  return ({ months, days, until, kind }) => {
    if (kind === 'revoke') return t('people.kinds.revoke');
    if (until !== null) return t('people.setTo', { day: writeUtcDay(until, language) });
    if (months !== null) return t('people.months', { count: months });
    return days === null ? t(`people.kinds.${kind}`) : t('numbers.days', { count: days });
  };
}

/** Changes the membership of a person by hand, and asks why. */
export function MembershipDialog({
  deed,
  person,
  onDone,
  onClose,
}: {
  deed: MembershipDeed | null;
  person: Member;
  onDone: () => void;
  onClose: () => void;
}) {
  const { t } = useStudioText();
  const { language } = useText();
  const calls = useStudioCalls();
  const giftOf = useGift();
  // The request's id: one for all tries of a dialog, so that a try after a lost answer counts once.
  const request = useRef({ deed, id: '' });
  if (request.current.deed !== deed) request.current = { deed, id: deed ? randomUuid(crypto) : '' };

  async function act(typed: Typed): Promise<void> {
    if (!deed) return;
    const { data } = await calls.send('POST', '/studio/users/:uuid/membership', {
      params: { uuid: person.uuid },
      body: { request_id: request.current.id, reason: typed('reason'), ...changeOf(deed, typed) },
    });
    onDone();
    const until = data.result.expire_at;
    showToast({ text: until ? t('people.nowUntil', { day: writeUtcDay(until, language) }) : t('people.nowNone') });
  }

  const titles = {
    extend: 'people.extend',
    until: 'people.setEnd',
    end: 'people.endNow',
    revoke: 'people.takeBack',
  } as const;
  return (
    <Ask
      open={deed !== null}
      title={deed ? `${t(titles[deed.kind])}: ${person.username}` : ''}
      confirm={deed ? t(titles[deed.kind]) : ''}
      fields={['reason', 'extend.days', 'extend.months', 'extend', 'until']}
      act={act}
      onClose={onClose}
    >
      {({ fields }) => (
        <>
          {deed?.kind === 'extend' && (
            <>
              <Field
                name="value"
                label={t('people.howMany')}
                inputMode="numeric"
                defaultValue="7"
                dir="ltr"
                error={fields['extend.days'] ?? fields['extend.months'] ?? fields.extend}
              />
              <ChoiceField
                name="unit"
                label={t('people.unit')}
                options={units.map((value) => ({ value, label: t(`people.units.${value}`) }))}
              />
            </>
          )}
          {deed?.kind === 'until' && (
            <Field name="until" type="datetime-local" label={t('people.until')} hint="UTC" error={fields.until} />
          )}
          {deed?.kind === 'revoke' && <p>{t('people.takeBackText', { what: giftOf(deed.entry) })}</p>}
          {deed?.kind === 'end' && <p>{t('people.endText')}</p>}
          <ReasonField error={fields.reason} />
        </>
      )}
    </Ask>
  );
}

const units = ['days', 'months'] as const;

function changeOf(deed: MembershipDeed, typed: Typed) {
  if (deed.kind === 'extend') return { extend: { [typedOf(units, typed('unit'))]: readNumber(typed('value')) } };
  if (deed.kind === 'until') return { until: `${typed('until')}Z` };
  return deed.kind === 'revoke' ? { revoke: deed.entry.id } : { end: true as const };
}
