import { type FormEvent, useEffect, useState } from 'react';
import { useApi } from '../../../web/api.tsx';
import { ApiError } from '../../../web/api-client.ts';
import { useText } from '../../../web/i18n.tsx';
import { type Problem, problemOf } from '../../../web/problem.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { Form, FormActions } from '../../../web/ui/Form.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { PasswordField } from '../../../web/ui/PasswordField.tsx';
import { SubmitButton } from '../../../web/ui/SubmitButton.tsx';
import { Success } from '../../../web/ui/Success.tsx';
import { type Typed, useForm } from '../../../web/use-form.ts';
import { NewPasswordField } from './NewPasswordField.tsx';
import { fieldsOfNewPassword, problemWithNew } from './new-password.ts';
import { fieldsOfPassword } from './present-password.ts';

/** How long the good news stays before the dialog closes by itself (spec: accounts.md#password-change). */
const shownMs = 1500;

interface PasswordFormProps {
  /** The user's name, for password managers. */
  username: string;
  onChanged: () => void;
  onClose: () => void;
}

/** A new password. The text of the fields is gone with the dialog. */
export function PasswordDialog({ open, ...form }: PasswordFormProps & { open: boolean }) {
  const { t } = useText();
  return (
    <Dialog open={open} title={t('accounts.changePassword')} closeLabel={t('accounts.close')} onClose={form.onClose}>
      <PasswordForm {...form} />
    </Dialog>
  );
}

function PasswordForm({ username, onChanged, onClose }: PasswordFormProps) {
  const text = useText();
  const { t } = text;
  const api = useApi();
  const [isChanged, setChanged] = useState(false);
  const [isFilled, setFilled] = useState(false);
  /** The last login is some time ago: the present password is asked for as well. */
  const [isPasswordNeeded, setPasswordNeeded] = useState(false);
  const { form, notice, problem, field, isBusy, onSubmit } = useForm(change);

  async function change(typed: Typed): Promise<Problem | null> {
    const given = { new_password: typed('new_password'), confirmation: typed('confirmation') };
    const wrong = problemWithNew(given, text);
    if (wrong) return wrong;
    const present = isPasswordNeeded ? { password: typed('password') } : {};
    if (present.password === '') return { text: t('errors.password_needed'), field: 'password' };
    try {
      await api.send('POST', '/user/update_password', { body: { new_password: typed('new_password'), ...present } });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'password_needed') setPasswordNeeded(true);
      return problemOf(error, {
        text,
        fallback: 'accounts.passwordFailed',
        fields: { ...fieldsOfNewPassword, ...fieldsOfPassword },
      });
    }
    setChanged(true);
    onChanged();
    return null;
  }

  function look(event: FormEvent<HTMLFormElement>): void {
    const typed = new FormData(event.currentTarget);
    setFilled(['new_password', 'confirmation'].every((name) => typed.get(name) !== ''));
  }

  if (isChanged) return <Changed onClose={onClose} />;
  const eye = { showLabel: t('accounts.showPassword'), hideLabel: t('accounts.hidePassword') };
  return (
    <Form ref={form} onSubmit={onSubmit} onInput={look}>
      <p>{t('accounts.changePasswordText')}</p>
      {problem && <Notice {...notice}>{problem}</Notice>}
      <input hidden readOnly name="username" autoComplete="username" value={username} />
      {isPasswordNeeded && (
        <PasswordField
          {...field('password')}
          {...eye}
          label={t('accounts.currentPassword')}
          autoComplete="current-password"
        />
      )}
      <NewPasswordField
        {...field('new_password')}
        {...eye}
        label={t('accounts.newPassword')}
        placeholder={t('accounts.newPasswordPrompt')}
        hint={t('accounts.newPasswordHint')}
        autoComplete="new-password"
      />
      <PasswordField
        {...field('confirmation')}
        {...eye}
        label={t('accounts.confirmNewPassword')}
        placeholder={t('accounts.confirmNewPasswordPrompt')}
        autoComplete="new-password"
      />
      <FormActions>
        <SubmitButton busy={isBusy} disabled={!isFilled}>
          {t('accounts.updatePassword')}
        </SubmitButton>
        <Button onClick={onClose}>{t('accounts.cancel')}</Button>
      </FormActions>
    </Form>
  );
}

function Changed({ onClose }: { onClose: () => void }) {
  const { t } = useText();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time runs once, from when it is shown
  useEffect(() => {
    const timer = setTimeout(onClose, shownMs);
    return () => clearTimeout(timer);
  }, []);
  return <Success>{t('accounts.passwordChanged')}</Success>;
}
