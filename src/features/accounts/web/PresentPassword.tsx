import { useText } from '../../../web/i18n.tsx';
import { PasswordField } from '../../../web/ui/PasswordField.tsx';
import type { FormState } from '../../../web/use-form.ts';

/** The user's present password, which calls want that would outlive a stolen session; its name is `password`. */
export function PresentPassword({ state, username }: { state: FormState; username: string }) {
  const { t } = useText();
  return (
    <>
      <input hidden readOnly name="username" autoComplete="username" value={username} />
      <PasswordField
        {...state.field('password')}
        label={t('accounts.currentPassword')}
        showLabel={t('accounts.showPassword')}
        hideLabel={t('accounts.hidePassword')}
        autoComplete="current-password"
        enterKeyHint="go"
      />
    </>
  );
}
