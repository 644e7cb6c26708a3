import { useState } from 'react';
import { useApi } from '../../../web/api.tsx';
import { writeDateTime } from '../../../web/date-time.ts';
import { useText } from '../../../web/i18n.tsx';
import { type Problem, problemOf } from '../../../web/problem.ts';
import { Link } from '../../../web/router.tsx';
import { Button, buttonClass } from '../../../web/ui/Button.tsx';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { Field } from '../../../web/ui/Field.tsx';
import { Form, FormActions } from '../../../web/ui/Form.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { SubmitButton } from '../../../web/ui/SubmitButton.tsx';
import { Success } from '../../../web/ui/Success.tsx';
import { type Typed, useForm } from '../../../web/use-form.ts';

interface CouponFormProps {
  /** The page that the reader came from and may go back to; null: none. */
  next: string | null;
  /** The membership now lasts until `expireAt`. */
  onRedeemed: (expireAt: string) => void;
  onClose: () => void;
}

/** The refusals that are about the typed code; any other refusal is shown above the field. */
const fieldsOfCodes = {
  coupon_invalid: 'code',
  coupon_already_used: 'code',
  coupon_used_up: 'code',
  coupon_expired: 'code',
  coupon_not_eligible: 'code',
  coupon_not_applicable: 'code',
};

/** Asks for a coupon's code and extends the membership by it. */
export function CouponDialog({ open, ...form }: CouponFormProps & { open: boolean }) {
  const { t } = useText();
  return (
    <Dialog open={open} title={t('membership.useCoupon')} closeLabel={t('membership.close')} onClose={form.onClose}>
      <CouponForm {...form} />
    </Dialog>
  );
}

function CouponForm({ next, onRedeemed, onClose }: CouponFormProps) {
  const text = useText();
  const { t, language } = text;
  const api = useApi();
  const [expireAt, setExpireAt] = useState<string | null>(null);
  const { form, notice, problem, field, isBusy, onSubmit } = useForm(redeem);

  async function redeem(typed: Typed): Promise<Problem | null> {
    const code = typed('code').trim();
    if (code === '') return { text: t('membership.codeMissing'), field: 'code' };
    try {
      const { result } = await api.send('POST', '/user/coupon/redeem', { body: { code } });
      setExpireAt(result.expire_at);
      onRedeemed(result.expire_at);
    } catch (error) {
      return problemOf(error, { text, fallback: 'membership.couponFailed', fields: fieldsOfCodes });
    }
    return null;
  }

  if (expireAt !== null) {
    return (
      <>
        <Success>{t('membership.redeemed', { date: writeDateTime(expireAt, language) })}</Success>
        <FormActions>
          {next !== null && (
            <Link ref={takeFocus} to={next} className={buttonClass({ variant: 'primary' })}>
              {t('payments.readOn')}
            </Link>
          )}
          <Button ref={next === null ? takeFocus : undefined} onClick={onClose}>
            {t('membership.done')}
          </Button>
        </FormActions>
      </>
    );
  }
  return (
    <Form ref={form} onSubmit={onSubmit}>
      {problem && <Notice {...notice}>{problem}</Notice>}
      <Field
        {...field('code')}
        label={t('membership.code')}
        hint={t('membership.codeHint')}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        dir="ltr"
      />
      <FormActions>
        <SubmitButton busy={isBusy}>{t('membership.redeem')}</SubmitButton>
        <Button onClick={onClose}>{t('membership.cancel')}</Button>
      </FormActions>
    </Form>
  );
}

/** The field that had the focus is gone. */
function takeFocus(way: HTMLElement | null): void {
  way?.focus();
}
