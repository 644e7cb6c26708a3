import { useEffect, useState } from 'react';
import { useApi } from '../../../web/api.tsx';
import { writeDateTime } from '../../../web/date-time.ts';
import { useText } from '../../../web/i18n.tsx';
import { keepOwnFile } from '../../../web/keep-file.ts';
import { problemOf } from '../../../web/problem.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { FormActions } from '../../../web/ui/Form.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { Success } from '../../../web/ui/Success.tsx';
import type { Order, WithdrawalAnswer } from '../contract.ts';
import { numberOfOrder } from '../rules.ts';
import styles from './Withdrawal.module.css';

type Withdrawn = WithdrawalAnswer['result'];

/** The way out of a purchase, in two steps; afterwards the confirmation that the buyer keeps. */
export function Withdrawal({
  order,
  className,
  onWithdrawn,
}: {
  order: Order;
  className: string | undefined;
  onWithdrawn: () => void;
}) {
  const { t, language } = useText();
  const [isOpen, setOpen] = useState(false);
  const { withdrawal, order_id: id } = order;
  if (withdrawal === null) return null;
  const isDone = 'number' in withdrawal;
  return (
    <>
      {isDone && <span>{t('withdrawal.withdrawn', { date: writeDateTime(withdrawal.at, language) })}</span>}
      <button
        type="button"
        className={className}
        aria-label={isDone ? undefined : t('withdrawal.withdrawFrom', { number: numberOfOrder(id) })}
        onClick={() => setOpen(true)}
      >
        {t(isDone ? 'withdrawal.confirmation' : 'withdrawal.withdraw')}
      </button>
      <Dialog
        open={isOpen}
        title={t(isDone ? 'withdrawal.confirmation' : 'withdrawal.withdraw')}
        closeLabel={t('withdrawal.close')}
        onClose={() => setOpen(false)}
      >
        <Steps
          orderId={id}
          until={isDone ? null : withdrawal.until}
          onWithdrawn={onWithdrawn}
          onClose={() => setOpen(false)}
        />
      </Dialog>
    </>
  );
}

function Steps({
  orderId,
  until,
  onWithdrawn,
  onClose,
}: {
  orderId: string;
  /** Null: it is declared already. */
  until: string | null;
  onWithdrawn: () => void;
  onClose: () => void;
}) {
  const text = useText();
  const { t, language } = text;
  const api = useApi();
  const [done, setDone] = useState<Withdrawn | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [declaredBefore] = useState(until === null);

  /** Asked again, it tells of the same withdrawal. */
  async function withdraw(): Promise<void> {
    setBusy(true);
    try {
      const params = { order_id: orderId };
      const { result } = await api.send('POST', '/payment/orders/:order_id/withdrawal', {
        params,
        body: { confirm: true },
      });
      setDone(result);
      setProblem(null);
      if (!declaredBefore) onWithdrawn();
    } catch (error) {
      setProblem(problemOf(error, { text, fallback: 'withdrawal.failed' }).text);
    } finally {
      setBusy(false);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the dialog opens
  useEffect(() => {
    if (declaredBefore) void withdraw();
  }, []);

  async function keep(): Promise<void> {
    try {
      await keepOwnFile(`/payment/orders/${orderId}/withdrawal/file`);
      setProblem(null);
    } catch (error) {
      setProblem(problemOf(error, { text, fallback: 'withdrawal.failed' }).text);
    }
  }

  if (done)
    return (
      <div className={styles.steps}>
        <Success>{t('withdrawal.done', { number: done.number, date: writeDateTime(done.at, language) })}</Success>
        <p className={styles.text}>{t('withdrawal.checksum')}</p>
        <code dir="ltr" className={styles.checksum}>
          {done.sha256}
        </code>
        {problem && <Notice>{problem}</Notice>}
        <FormActions>
          <Button variant="primary" onClick={() => void keep()}>
            {t('withdrawal.download')}
          </Button>
          <Button onClick={onClose}>{t('withdrawal.close')}</Button>
        </FormActions>
      </div>
    );
  return (
    <div className={styles.steps}>
      {until !== null && <p>{t('withdrawal.text', { date: writeDateTime(until, language) })}</p>}
      {!declaredBefore && <p>{t('withdrawal.meaning')}</p>}
      {problem && <Notice>{problem}</Notice>}
      {!declaredBefore && (
        <FormActions>
          <Button variant="primary" aria-disabled={isBusy || undefined} onClick={() => !isBusy && void withdraw()}>
            {t('withdrawal.confirm')}
          </Button>
          <Button onClick={onClose}>{t('withdrawal.close')}</Button>
        </FormActions>
      )}
    </div>
  );
}
