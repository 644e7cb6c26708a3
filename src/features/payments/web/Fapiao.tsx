import { useState } from 'react';
import { useApi } from '../../../web/api.tsx';
import { useText } from '../../../web/i18n.tsx';
import { type Problem, problemOf } from '../../../web/problem.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { Field } from '../../../web/ui/Field.tsx';
import { Form, FormActions } from '../../../web/ui/Form.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { SubmitButton } from '../../../web/ui/SubmitButton.tsx';
import { Success } from '../../../web/ui/Success.tsx';
import { type Typed, useForm } from '../../../web/use-form.ts';
import styles from './Withdrawal.module.css';

/** The way to ask for a fapiao of a paid order. */
export function Fapiao({ orderId, className }: { orderId: string; className: string | undefined }) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        {t('fapiao.ask')}
      </button>
      <Dialog open={isOpen} title={t('fapiao.ask')} closeLabel={t('withdrawal.close')} onClose={() => setOpen(false)}>
        <Title orderId={orderId} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function Title({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const text = useText();
  const { t } = text;
  const api = useApi();
  const [isAsked, setAsked] = useState(false);
  const { form, notice, problem, field, isBusy, onSubmit } = useForm(ask);

  async function ask(typed: Typed): Promise<Problem | null> {
    const name = typed('name').trim();
    if (name === '') return { text: t('fapiao.nameMissing'), field: 'name' };
    const taxpayerId = typed('taxpayer').trim();
    const optional = (given: string) => typed(given).trim() || null;
    const details = { name, taxpayer_id: taxpayerId, address: optional('address'), phone: optional('phone') };
    try {
      await api.send('POST', '/payment/orders/:order_id/fapiao', {
        params: { order_id: orderId },
        // Whoever has a number buys for an organization.
        body: { type: taxpayerId === '' ? 'INDIVIDUAL' : 'ORGANIZATION', ...details, bank: optional('bank') },
      });
      setAsked(true);
    } catch (error) {
      return problemOf(error, { text, fallback: 'fapiao.failed' });
    }
    return null;
  }

  if (isAsked)
    return (
      <div className={styles.steps}>
        <Success>{t('fapiao.asked')}</Success>
        <FormActions>
          <Button onClick={onClose}>{t('withdrawal.close')}</Button>
        </FormActions>
      </div>
    );
  return (
    <Form ref={form} onSubmit={onSubmit}>
      {problem && <Notice {...notice}>{problem}</Notice>}
      <Field {...field('name')} label={t('fapiao.name')} dir="auto" />
      <Field {...field('taxpayer')} label={t('fapiao.taxpayer')} hint={t('fapiao.taxpayerHint')} dir="ltr" />
      <Field {...field('address')} label={t('fapiao.address')} dir="auto" />
      <Field {...field('phone')} label={t('fapiao.phone')} dir="ltr" />
      <Field {...field('bank')} label={t('fapiao.bank')} dir="auto" />
      <FormActions>
        <SubmitButton busy={isBusy}>{t('fapiao.send')}</SubmitButton>
      </FormActions>
    </Form>
  );
}
