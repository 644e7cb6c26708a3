import { type ComponentProps, type FormEvent, useState } from 'react';
import { useText } from '../../../web/i18n.tsx';
import { PasswordField } from '../../../web/ui/PasswordField.tsx';
import styles from './NewPasswordField.module.css';
import { type Strength, strengthOf, strengths } from './strength.ts';

/** A field for a new password that says how hard it is to guess, and forbids none. The form has the user's name. */
export function NewPasswordField(props: Omit<ComponentProps<typeof PasswordField>, 'onInput'>) {
  const { t } = useText();
  const [strength, setStrength] = useState<Strength | null>(null);

  async function look({ currentTarget: field }: FormEvent<HTMLInputElement>): Promise<void> {
    const named = field.form?.elements.namedItem('username');
    const username = named instanceof HTMLInputElement ? named.value.trim() : '';
    const common = await commonOnes();
    setStrength(field.value === '' ? null : strengthOf(field.value, { username, common }));
  }

  return (
    <div>
      <PasswordField {...props} onInput={look} />
      <p role="status" className={styles.strength} data-strength={strength}>
        {strength && (
          <>
            <span aria-hidden="true" className={styles.bar}>
              {strengths.slice(0, strengths.indexOf(strength) + 1).map((step) => (
                <span key={step} />
              ))}
            </span>
            {t(`accounts.${strength}`)}
          </>
        )}
      </p>
    </div>
  );
}

/** Without the list, which comes once the field is used, the rest is still told. */
async function commonOnes(): Promise<ReadonlySet<string>> {
  return import('./common-passwords.ts').then(
    (list) => list.commonPasswords,
    () => new Set<string>(),
  );
}
