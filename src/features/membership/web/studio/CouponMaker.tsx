import { useRef, useState } from 'react';
import type { AnswerOf, CallAt } from '../../../../shared/calls.ts';
import { useText } from '../../../../web/i18n.tsx';
import { keepFile } from '../../../../web/keep-file.ts';
import { randomUuid } from '../../../../web/random-uuid.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { CopyField } from '../../../../web/ui/CopyField.tsx';
import { Dialog } from '../../../../web/ui/Dialog.tsx';
import { Field } from '../../../../web/ui/Field.tsx';
import { Ask, type Typed, typedOf } from '../../../studio/web/Ask.tsx';
import { ChoiceField } from '../../../studio/web/ChoiceField.tsx';
import { useStudioCalls } from '../../../studio/web/calls.ts';
import { usePlanNames } from '../../../studio/web/plan-names.ts';
import { readAmount, readNumber } from '../../../studio/web/typed-number.ts';
import { useStudioText } from '../../../studio/web/words.ts';
import styles from './CouponMaker.module.css';

type Made = AnswerOf<CallAt<'POST', '/studio/coupons'>>['result'];

const kinds = ['percent', 'amount', 'days', 'months'] as const;
const wayKinds = ['wechat', 'card', 'both'] as const;
const waysOf = { wechat: ['wechat'], card: ['card'], both: ['wechat', 'card'] } as const;

/** The button and the dialog that make coupons; their codes are shown once, and saved as a file on wish. */
export function CouponMaker({ onMade }: { onMade?: (batch: string) => void }) {
  const { t } = useStudioText();
  const { t: site } = useText();
  const calls = useStudioCalls();
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<Made | null>(null);
  // The request's id: one for all tries of a form, so that a try after a lost answer makes no second batch.
  const requestId = useRef('');

  async function make(typed: Typed): Promise<void> {
    const kind = typedOf(kinds, typed('kind'));
    const optional = (field: string) => typed(field).trim() || null;
    const currency = optional('currency');
    const { data: answer } = await calls.send('POST', '/studio/coupons', {
      body: {
        request_id: requestId.current,
        [kind]: kind === 'amount' ? readAmount(typed('value'), currency ?? 'CNY') : readNumber(typed('value')),
        plan: kind === 'percent' || kind === 'amount' ? optional('plan') : null,
        count: readNumber(typed('count')),
        max_uses: readNumber(typed('max_uses')),
        expires_at: optional('expires_at'),
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        new_users: typed('new_users') === 'yes',
        code: optional('code'),
        note: optional('note'),
        ways: [...waysOf[typedOf(wayKinds, typed('ways'))]],
        currency,
        promotion_code: optional('promotion_code'),
      },
    });
    setMade(answer.result);
    onMade?.(answer.result.batch);
  }

  function begin(): void {
    requestId.current = randomUuid(crypto);
    setOpen(true);
  }

  return (
    <>
      <Button variant="primary" onClick={begin}>
        {t('coupons.make')}
      </Button>
      <Ask
        open={isOpen}
        title={t('coupons.make')}
        confirm={t('coupons.make')}
        fields={[
          'months',
          'days',
          'percent',
          'amount',
          'plan',
          'count',
          'max_uses',
          'expires_at',
          'code',
          'note',
          'ways',
          'currency',
          'promotion_code',
        ]}
        act={make}
        onClose={() => setOpen(false)}
      >
        {({ fields }) => (
          <>
            <div className={styles.pair}>
              <ChoiceField
                name="kind"
                label={t('coupons.gives')}
                options={kinds.map((kind) => ({ value: kind, label: t(`coupons.kinds.${kind}`) }))}
              />
              <Field
                name="value"
                label={t('coupons.value')}
                inputMode="decimal"
                dir="ltr"
                error={fields.percent ?? fields.amount ?? fields.days ?? fields.months}
              />
            </div>
            <PlanField error={fields.plan} />
            <div className={styles.pair}>
              <Field
                name="count"
                label={t('coupons.count')}
                inputMode="numeric"
                defaultValue="1"
                error={fields.count}
              />
              <Field
                name="max_uses"
                label={t('coupons.maxUses')}
                inputMode="numeric"
                defaultValue="1"
                error={fields.max_uses}
              />
            </div>
            <div className={styles.pair}>
              <ChoiceField
                name="new_users"
                label={t('coupons.who')}
                options={[
                  { value: 'no', label: t('coupons.everybody') },
                  { value: 'yes', label: t('coupons.newUsers') },
                ]}
              />
              <Field name="expires_at" type="datetime-local" label={t('coupons.expires')} error={fields.expires_at} />
            </div>
            <Field name="code" label={t('coupons.word')} hint={t('coupons.wordHint')} error={fields.code} dir="ltr" />
            <div className={styles.pair}>
              <ChoiceField
                name="ways"
                label={t('coupons.ways')}
                hint={fields.ways}
                options={wayKinds.map((kind) => ({ value: kind, label: t(`coupons.wayKinds.${kind}`) }))}
              />
              <Field
                name="currency"
                label={t('coupons.currency')}
                hint={t('coupons.currencyHint')}
                error={fields.currency}
                dir="ltr"
              />
            </div>
            <Field
              name="promotion_code"
              label={t('coupons.promotionCode')}
              hint={t('coupons.promotionCodeHint')}
              error={fields.promotion_code}
              dir="ltr"
            />
            <Field name="note" label={t('coupons.note')} error={fields.note} dir="auto" />
          </>
        )}
      </Ask>
      <Dialog
        open={made !== null}
        title={t('coupons.codes')}
        closeLabel={site('app.close')}
        onClose={() => setMade(null)}
      >
        {made && <Codes made={made} />}
      </Dialog>
    </>
  );
}

/** The plan that a discount is for. */
function PlanField({ error }: { error: string | undefined }) {
  const { t } = useStudioText();
  const plans = usePlanNames() ?? [];
  return (
    <ChoiceField
      name="plan"
      label={t('coupons.plan')}
      hint={error}
      options={[
        { value: '', label: t('coupons.anyPlan') },
        ...plans.map(({ plan, name }) => ({ value: plan, label: name })),
      ]}
    />
  );
}

/** The codes of a new batch, told this once. */
function Codes({ made: { batch, coupons } }: { made: Made }) {
  const { t } = useStudioText();
  if (!coupons) return <p role="status">{t('coupons.toldBefore')}</p>;
  const codes = coupons.map(({ code }) => code);

  function save(): void {
    const lines = ['Code', ...codes].map((line) => `${line}\r\n`).join('');
    keepFile(`longstrip-coupons-${batch}.csv`, new Blob(['\ufeff', lines], { type: 'text/csv' }));
  }

  return (
    <div role="status" className={styles.codes}>
      <p>{t('coupons.toldOnce', { count: codes.length })}</p>
      <CopyField
        label={t('coupons.codes')}
        value={codes.join('\n')}
        {...(codes.length > 1 && { rows: Math.min(8, codes.length) })}
        copyLabel={t('kit.copy')}
        copiedText={t('kit.copied')}
        selectedText={t('kit.selected')}
      />
      <Button onClick={save}>{t('kit.saveCsv')}</Button>
    </div>
  );
}
