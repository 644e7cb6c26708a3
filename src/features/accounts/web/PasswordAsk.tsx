import type { ReactNode } from 'react';
import { type MessageKey, useText } from '../../../web/i18n.tsx';
import { type Problem, problemOf } from '../../../web/problem.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Form, FormActions } from '../../../web/ui/Form.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { SubmitButton } from '../../../web/ui/SubmitButton.tsx';
import { type Typed, useForm } from '../../../web/use-form.ts';
import { missingOf } from './checks.ts';
import { PresentPassword } from './PresentPassword.tsx';

/** Asks for the present password before something is done with it, within a dialog. */
export function PasswordAsk({
  username,
  submitLabel,
  fallback,
  send,
  onClose,
  children,
}: {
  /** The user's name, for password managers. */
  username: string;
  submitLabel: string;
  /** The text of a failure that no code explains. */
  fallback: MessageKey;
  /** Does it; what it rejects with is shown. */
  send: (password: string) => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}) {
  const text = useText();
  const { t } = text;
  const state = useForm(submit);
  const { form, notice, problem, isBusy, onSubmit } = state;

  async function submit(typed: Typed): Promise<Problem | null> {
    const password = typed('password');
    const missing = missingOf({ password });
    if (missing) return { text: t('errors.fields_required'), missing };
    try {
      await send(password);
    } catch (error) {
      return problemOf(error, { text, fallback, fields: { password_wrong: 'password' } });
    }
    onClose();
    return null;
  }

  return (
    <Form ref={form} onSubmit={onSubmit}>
      {children}
      {problem && <Notice {...notice}>{problem}</Notice>}
      <PresentPassword state={state} username={username} />
      <FormActions>
        <SubmitButton busy={isBusy}>{submitLabel}</SubmitButton>
        <Button onClick={onClose}>{t('accounts.cancel')}</Button>
      </FormActions>
    </Form>
  );
}
