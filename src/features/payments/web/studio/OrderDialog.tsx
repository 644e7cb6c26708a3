import { useRef, useState } from 'react';
import { majorUnits } from '../../../../shared/currencies.ts';
import { ApiError } from '../../../../web/api-client.ts';
import { writeMoney } from '../../../../web/money.ts';
import { randomUuid } from '../../../../web/random-uuid.ts';
import { Field } from '../../../../web/ui/Field.tsx';
import { showToast } from '../../../../web/ui/toasts.ts';
import { Ask, type Typed, typedOf } from '../../../studio/web/Ask.tsx';
import { ChoiceField } from '../../../studio/web/ChoiceField.tsx';
import { useStudioCalls } from '../../../studio/web/calls.ts';
import { PersonField } from '../../../studio/web/PersonField.tsx';
import { ReasonField } from '../../../studio/web/ReasonField.tsx';
import { readAmount, readOptionalNumber } from '../../../studio/web/typed-number.ts';
import { useStudioText } from '../../../studio/web/words.ts';
import { numberOfOrder } from '../../rules.ts';
import type { StudioOrderDetail } from '../../studio-contract.ts';

export type OrderDeed = 'refund' | 'resolve' | 'assign';

const outcomes = ['grant', 'close', 'note'] as const;

/** The dialog of what can be done with an order: money back, the end of a review, a sale for somebody. */
export function OrderDialog({
  deed,
  order,
  onDone,
  onClose,
}: {
  deed: OrderDeed | null;
  order: Pick<StudioOrderDetail, 'order_id' | 'currency' | 'left' | 'months' | 'reference'>;
  onDone: () => Promise<void>;
  onClose: () => void;
}) {
  const { t, language } = useStudioText();
  const calls = useStudioCalls();
  const [elsewhere, setElsewhere] = useState<string | null>(null);
  // The request's id: one for all tries of a dialog, so that a try after a lost answer counts once.
  const request = useRef<{ deed: OrderDeed | null; id: string }>({ deed: null, id: '' });
  if (request.current.deed !== deed) request.current = { deed, id: deed ? randomUuid(crypto) : '' };
  const params = { id: order.order_id };

  async function act(typed: Typed): Promise<void> {
    if (deed === null) return;
    const common = { request_id: request.current.id, reason: typed('reason') };
    if (deed === 'refund') return refund({ ...common, amount: readAmount(typed('amount'), order.currency) });
    if (deed === 'resolve') {
      const body = { ...common, outcome: typedOf(outcomes, typed('outcome')) };
      await calls.send('POST', '/studio/orders/:id/resolve', { params, body });
    } else {
      const body = { ...common, user_uuid: typed('user_uuid'), months: readOptionalNumber(typed('months')) };
      await calls.send('POST', '/studio/orders/:id/assign', { params, body });
    }
    await onDone();
    showToast({ text: t('kit.saved') });
  }

  async function refund(body: { request_id: string; reason: string; amount: number }): Promise<void> {
    try {
      const { data } = await calls.send('POST', '/studio/orders/:id/refund', { params, body });
      await onDone();
      showToast({ text: t(`sales.refundTold.${data.result.state}`) });
    } catch (error) {
      if (error instanceof ApiError && typeof error.body.url === 'string') setElsewhere(error.body.url);
      throw error;
    }
  }

  return (
    <Ask
      open={deed !== null}
      title={deed ? `${t(`sales.${deed}`)}: ${numberOfOrder(order.order_id)}` : ''}
      confirm={deed ? t(`sales.${deed}`) : ''}
      fields={['amount', 'reason', 'user_uuid', 'months', 'outcome']}
      act={act}
      onClose={() => {
        setElsewhere(null);
        onClose();
      }}
    >
      {({ fields }) => (
        <>
          {elsewhere !== null && (
            <p>
              <a href={elsewhere} rel="noreferrer" target="_blank">
                {t('sales.dashboard')}
              </a>
            </p>
          )}
          {deed === 'refund' && (
            <Field
              name="amount"
              label={t('sales.amount')}
              hint={t('sales.refundHint', { amount: writeMoney(order.left, order.currency, language) })}
              inputMode="decimal"
              dir="ltr"
              defaultValue={majorUnits(order.left, order.currency)}
              error={fields.amount}
            />
          )}
          {deed === 'resolve' && (
            <ChoiceField
              name="outcome"
              label={t('sales.decision')}
              options={outcomes.map((value) => ({
                value,
                label: t(`sales.outcomes.${value}`),
              }))}
            />
          )}
          {deed === 'assign' && (
            <>
              <PersonField name="user_uuid" error={fields.user_uuid} />
              {order.months === null && (
                <Field name="months" label={t('sales.months')} inputMode="numeric" dir="ltr" error={fields.months} />
              )}
            </>
          )}
          <ReasonField error={fields.reason} isFirst={deed === 'refund'} />
        </>
      )}
    </Ask>
  );
}
