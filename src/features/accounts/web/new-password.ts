import type { Text } from '../../../web/i18n.tsx';
import type { Problem } from '../../../web/problem.ts';
import { checkNewPassword } from '../rules.ts';
import { missingOf } from './checks.ts';

/** The field of each refusal of a new password. */
export const fieldsOfNewPassword = {
  password_too_short: 'new_password',
  password_too_long: 'new_password',
  password_characters: 'new_password',
};

/** The first thing that is wrong with a new password, or with what else its form wants, before anybody is asked. */
export function problemWithNew(
  given: { new_password: string; confirmation: string } & Record<string, string>,
  text: Text,
): Problem | null {
  const { t } = text;
  const missing = missingOf(given);
  if (missing) return { text: t('errors.fields_required'), missing };
  if (given.new_password !== given.confirmation)
    return { text: t('accounts.newPasswordsDiffer'), field: 'confirmation' };
  const checked = checkNewPassword(given.new_password);
  if (!Array.isArray(checked) || !checked[0]) return null;
  return { text: text.errorText(checked[0].code) ?? checked[0].message, field: 'new_password' };
}
