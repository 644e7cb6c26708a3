import { useState } from 'react';
import { majorUnits } from '../../../../shared/currencies.ts';
import { defaultLanguage, type Language, languageNames, languages } from '../../../../shared/languages.ts';
import { useText } from '../../../../web/i18n.tsx';
import { writeMoney } from '../../../../web/money.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { Field } from '../../../../web/ui/Field.tsx';
import { showToast } from '../../../../web/ui/toasts.ts';
import { Ask, type Typed } from '../../../studio/web/Ask.tsx';
import { ChoiceField } from '../../../studio/web/ChoiceField.tsx';
import { renewOnConflict, useStudioCalls, useStudioQuery } from '../../../studio/web/calls.ts';
import { Loaded, Section, State } from '../../../studio/web/Page.tsx';
import { Table } from '../../../studio/web/Table.tsx';
import { readAmount, readNumber } from '../../../studio/web/typed-number.ts';
import { useStudioText } from '../../../studio/web/words.ts';
import type { PlanFields, StudioPlan } from '../../studio-contract.ts';

const wechatCurrency = 'CNY';

/** The plans that are sold: their prices, in the order in which readers see them. */
export function Plans() {
  const { t, number } = useStudioText();
  const { language } = useText();
  const calls = useStudioCalls();
  const asked = useStudioQuery('/studio/plans');
  const [open, setOpen] = useState<StudioPlan | 'new' | null>(null);
  const plan = open === 'new' ? null : open;
  const nameOf = ({ name, plan: code }: StudioPlan) => name[language] ?? name[defaultLanguage] ?? code;

  async function change({ plan: code, etag }: StudioPlan, body: PlanFields): Promise<void> {
    // The dialog may have been open while the list was loaded anew.
    const ifMatch = asked.data?.data.result.find((row) => row.plan === code)?.etag ?? etag;
    await renewOnConflict(calls.send('PUT', '/studio/plans/:code', { params: { code }, body, ifMatch }), asked.refetch);
  }

  async function save(typed: Typed): Promise<void> {
    const body = readPlan(typed, plan);
    if (plan) await change(plan, body);
    else await calls.send('POST', '/studio/plans', { body: { ...body, plan: typed('plan').trim() } });
    await asked.refetch();
    showToast({ text: t('kit.saved') });
  }

  async function setActive(row: StudioPlan): Promise<void> {
    await change(row, { active: !row.active });
    await asked.refetch();
  }

  return (
    <Section
      title={t('prices.plans')}
      actions={
        <Button variant="primary" onClick={() => setOpen('new')}>
          {t('prices.newPlan')}
        </Button>
      }
    >
      <Loaded asked={asked}>
        {({ data: { result } }) => (
          <Table
            caption={t('prices.plans')}
            rows={result}
            rowKey={({ plan: code }) => code}
            empty={{ title: t('prices.noPlan') }}
            columns={[
              { head: t('prices.plan'), cell: (row) => <bdi>{nameOf(row)}</bdi> },
              { head: t('prices.code'), cell: ({ plan: code }) => <bdi dir="ltr">{code}</bdi> },
              { head: t('prices.months'), cell: ({ months }) => number(months), isNumber: true },
              {
                head: t('prices.wechat'),
                cell: ({ amount }) => writeMoney(amount, wechatCurrency, language),
                isNumber: true,
                isWanted: true,
              },
              {
                head: t('prices.card'),
                cell: ({ card }) => (card ? writeMoney(card.amount, card.currency, language) : '–'),
                isNumber: true,
              },
              {
                head: t('kit.state'),
                cell: ({ active }) => (
                  <State tone={active ? 'good' : 'plain'}>{t(active ? 'prices.onSale' : 'prices.paused')}</State>
                ),
                isWanted: true,
              },
              {
                head: t('kit.actions'),
                isAction: true,
                cell: (row) => (
                  <>
                    <Button aria-label={t('prices.changeOf', { name: nameOf(row) })} onClick={() => setOpen(row)}>
                      {t('kit.change')}
                    </Button>{' '}
                    <PauseButton row={row} name={nameOf(row)} onPress={() => setActive(row)} />
                  </>
                ),
              },
            ]}
          />
        )}
      </Loaded>
      <p>{t('prices.text')}</p>
      <Ask
        open={open !== null}
        title={plan ? t('prices.changeOf', { name: nameOf(plan) }) : t('prices.newPlan')}
        confirm={t('kit.save')}
        fields={[
          'plan',
          'months',
          'amount',
          'name',
          'order',
          'card.payment_link',
          'card.buy_button_id',
          'card.url',
          'card.amount',
          'card.currency',
        ]}
        act={save}
        onClose={() => setOpen(null)}
      >
        {({ fields }) => (
          <>
            {!plan && (
              <Field name="plan" label={t('prices.code')} hint={t('prices.codeHint')} error={fields.plan} dir="ltr" />
            )}
            <Field
              name="months"
              label={t('prices.months')}
              inputMode="numeric"
              defaultValue={plan?.months ?? 1}
              error={fields.months}
            />
            <Field
              name="amount"
              label={t('prices.wechatIn', { currency: wechatCurrency })}
              inputMode="decimal"
              dir="ltr"
              defaultValue={plan ? majorUnits(plan.amount, wechatCurrency) : ''}
              error={fields.amount}
            />
            {languages.map((each) => (
              <Field
                key={each}
                name={`name ${each}`}
                label={t('prices.nameIn', { language: languageNames[each] })}
                dir="auto"
                defaultValue={plan?.name[each] ?? ''}
                error={each === defaultLanguage ? fields.name : null}
              />
            ))}
            <Field
              name="order"
              label={t('prices.order')}
              hint={t('prices.orderHint')}
              inputMode="numeric"
              defaultValue={plan?.order ?? 100}
              error={fields.order}
            />
            <Field
              name="payment_link"
              label={t('prices.paymentLink')}
              hint={t('prices.cardHint')}
              dir="ltr"
              defaultValue={plan?.card?.payment_link ?? ''}
              error={fields['card.payment_link']}
            />
            <Field
              name="buy_button_id"
              label={t('prices.buyButton')}
              dir="ltr"
              defaultValue={plan?.card?.buy_button_id ?? ''}
              error={fields['card.buy_button_id']}
            />
            <Field
              name="card_url"
              label={t('prices.url')}
              hint={t('prices.urlHint')}
              dir="ltr"
              defaultValue={plan?.card?.url ?? ''}
              error={fields['card.url']}
            />
            <ChoiceField
              name="card_button"
              label={t('prices.button')}
              defaultValue={plan?.card?.button === false ? 'no' : 'yes'}
              options={(['yes', 'no'] as const).map((value) => ({ value, label: t(`prices.buttons.${value}`) }))}
            />
            <Field
              name="card_amount"
              label={t('prices.cardAmount')}
              inputMode="decimal"
              dir="ltr"
              defaultValue={plan?.card ? majorUnits(plan.card.amount, plan.card.currency) : ''}
              error={fields['card.amount']}
            />
            <Field
              name="card_currency"
              label={t('prices.currency')}
              dir="ltr"
              defaultValue={plan?.card?.currency ?? 'USD'}
              error={fields['card.currency']}
            />
          </>
        )}
      </Ask>
    </Section>
  );
}

function PauseButton({ row, name, onPress }: { row: StudioPlan; name: string; onPress: () => Promise<void> }) {
  const { t } = useStudioText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t(row.active ? 'prices.pause' : 'prices.resume')}</Button>
      <Ask
        open={isOpen}
        title={name}
        confirm={t(row.active ? 'prices.pause' : 'prices.resume')}
        act={onPress}
        onClose={() => setOpen(false)}
      >
        {() => <p>{t(row.active ? 'prices.pauseText' : 'prices.resumeText')}</p>}
      </Ask>
    </>
  );
}

/** The body of a plan's call, as typed; the server names what does not fit. */
function readPlan(typed: Typed, plan: StudioPlan | null) {
  const nameIn = (each: Language) => typed(`name ${each}`).trim();
  const named = languages.filter((each) => nameIn(each) !== '');
  const name = { ...Object.fromEntries(named.map((each) => [each, nameIn(each)])), 'en-us': nameIn('en-us') };
  const link = typed('payment_link').trim();
  const currency = typed('card_currency').trim().toUpperCase();
  const card = link && {
    payment_link: link,
    buy_button_id: typed('buy_button_id').trim() || null,
    url: typed('card_url').trim() || null,
    button: typed('card_button') !== 'no',
    amount: readAmount(typed('card_amount'), currency),
    currency,
  };
  return {
    months: readNumber(typed('months')),
    amount: readAmount(typed('amount'), wechatCurrency),
    name,
    order: readNumber(typed('order')),
    // Without a card the settings may still name one; taking a card away says so.
    ...(card ? { card } : plan?.card ? { card: null } : {}),
  };
}
