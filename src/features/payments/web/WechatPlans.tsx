import { useRef, useState } from 'react';
import { nameOfPlan } from '../../../shared/plans.ts';
import type { SiteInfo } from '../../../shared/site.ts';
import { useApi } from '../../../web/api.tsx';
import { useText } from '../../../web/i18n.tsx';
import { type Problem, problemOf } from '../../../web/problem.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Field } from '../../../web/ui/Field.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import type { Quote } from '../contract.ts';
import styles from './WechatPlans.module.css';

export type Offer = SiteInfo['plans'][number];

/** A code as it was typed, and what an order costs with it. */
export interface Discount {
  code: string;
  quote: Quote;
}

interface Quoted extends Discount {
  offer: Offer;
}

/** The refusals that are about the typed code. */
const fieldsOfCodes = {
  coupon_invalid: 'code',
  coupon_already_used: 'code',
  coupon_used_up: 'code',
  coupon_expired: 'code',
  coupon_not_eligible: 'code',
  coupon_not_applicable: 'code',
  coupon_reserved: 'code',
};

/** The plans to choose from. With a discount code the price is shown first, and the order made on the next press. */
export function Plans({
  offers,
  word,
  onChoose,
}: {
  offers: readonly Offer[];
  /** What follows the press on a plan. */
  word: string;
  onChoose: (offer: Offer, discount: Discount | null) => void;
}) {
  const { t } = useText();
  const { typed, setTyped, quoted, problem, isBusy, choose, forget } = useQuote(onChoose);
  if (quoted) return <QuotedPlan quoted={quoted} onPay={() => onChoose(quoted.offer, quoted)} onBack={forget} />;
  return (
    <>
      <p className={styles.text}>{word}</p>
      {problem && problem.field === undefined && <Notice>{problem.text}</Notice>}
      <ul className={styles.plans} aria-busy={isBusy}>
        {offers.map((offer) => (
          <li key={offer.plan} className={styles.place}>
            <PlanButton offer={offer} onPress={() => void choose(offer)} />
          </li>
        ))}
      </ul>
      <Field
        name="code"
        className={styles.code}
        label={t('payments.discount.code')}
        hint={t('payments.discount.hint')}
        error={problem?.field === undefined ? null : problem.text}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        dir="ltr"
      />
    </>
  );
}

function useQuote(onChoose: (offer: Offer, discount: null) => void) {
  const text = useText();
  const api = useApi();
  const [typed, setTyped] = useState('');
  const [quoted, setQuoted] = useState<Quoted | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isAsking = useRef(false);

  async function choose(offer: Offer): Promise<void> {
    const code = typed.trim();
    if (code === '') return onChoose(offer, null);
    if (isAsking.current) return;
    isAsking.current = true;
    setBusy(true);
    try {
      const body = { plan: offer.plan, coupon: code };
      const { result } = await api.send('POST', '/payment/quote', { body });
      setProblem(null);
      setQuoted({ offer, code, quote: result });
    } catch (error) {
      setProblem(problemOf(error, { text, fallback: 'payments.discount.failed', fields: fieldsOfCodes }));
    } finally {
      isAsking.current = false;
      setBusy(false);
    }
  }

  function change(value: string): void {
    setTyped(value);
    setProblem(null);
  }

  return { typed, setTyped: change, quoted, problem, isBusy, choose, forget: () => setQuoted(null) };
}

function PlanButton({ offer, onPress }: { offer: Offer; onPress: () => void }) {
  const { t, language } = useText();
  return (
    <button type="button" className={styles.plan} onClick={onPress}>
      <span className={styles.name}>{nameOfPlan(offer.name, language)}</span>{' '}
      <span className={styles.months}>{t('payments.months', { count: offer.months })}</span>{' '}
      <span className={styles.price}>{t('payments.yuan', { amount: yuanOf(offer.amount) })}</span>
      {offer.months > 1 && <span className={styles.each}>{t('payments.perMonth', { amount: perMonth(offer) })}</span>}
    </button>
  );
}

/** The price before the payment; the pressed plan is gone, so the price takes the focus. */
function QuotedPlan({ quoted, onPay, onBack }: { quoted: Quoted; onPay: () => void; onBack: () => void }) {
  const { t, language } = useText();
  const { offer, quote } = quoted;
  const price = t('payments.yuan', { amount: yuanOf(quote.amount) });
  return (
    <div className={styles.quoted}>
      <p ref={takeFocus} tabIndex={-1} className={styles.offer}>
        <span className={styles.name}>{nameOfPlan(offer.name, language)}</span>
        <span className={styles.price}>{price}</span>
        <span className={styles.text}>
          {t('payments.discount.insteadOf', { price: t('payments.yuan', { amount: yuanOf(quote.full_amount) }) })}
        </span>
      </p>
      <div className={styles.ways}>
        <Button variant="primary" onClick={onPay}>
          {t('payments.discount.pay', { price })}
        </Button>
        <Button onClick={onBack}>{t('payments.reselect')}</Button>
      </div>
    </div>
  );
}

function takeFocus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}

/** WeChat Pay takes yuan only; 100 fen are one yuan. */
export const yuanOf = (fen: number): number => fen / 100;

/** In whole fen: a third of a price may have no end. */
const perMonth = ({ amount, months }: Offer): number => yuanOf(Math.round(amount / months));
