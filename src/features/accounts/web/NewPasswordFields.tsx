import { useText } from '../../../web/i18n.tsx';
import { PasswordField } from '../../../web/ui/PasswordField.tsx';
import type { FormState } from '../../../web/use-form.ts';
import { NewPasswordField } from './NewPasswordField.tsx';

/** A new password, twice, at the end of a page's form. */
export function NewPasswordFields({ state }: { state: FormState }) {
  const { t } = useText();
  const eye = { showLabel: t('accounts.showPassword'), hideLabel: t('accounts.hidePassword') };
  return (
    <>
      <NewPasswordField
        {...state.field('new_password')}
        {...eye}
        label={t('accounts.newPassword')}
        hint={t('accounts.newPasswordHint')}
        autoComplete="new-password"
      />
      <PasswordField
        {...state.field('confirmation')}
        {...eye}
        label={t('accounts.confirmNewPassword')}
        autoComplete="new-password"
        enterKeyHint="go"
      />
    </>
  );
}
