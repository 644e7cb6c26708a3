import type { FormEvent } from 'react';
import { latinDigits } from '../../../../shared/digits.ts';
import { useText } from '../../../../web/i18n.tsx';
import { BareField } from '../../../../web/ui/BareField.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import styles from './NumberJump.module.css';

/**
 * Leads to one chapter of a long list by its number; a number beyond either end leads to that end. `total` is null
 * until it is known.
 */
export function NumberJump({ total, onJump }: { total: number | null; onJump: (number: number) => void }) {
  const { t } = useText();

  function go(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = digitsOf(String(new FormData(event.currentTarget).get('number') ?? ''));
    if (typed !== null) onJump(Math.min(Math.max(typed, 1), total ?? Number.POSITIVE_INFINITY));
  }

  return (
    <form method="post" noValidate className={styles.form} onSubmit={go}>
      <BareField
        label={t('catalog.jumpToNumber')}
        name="number"
        className={styles.input}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        placeholder={t('catalog.jumpNumber')}
      />
      <Button type="submit">{t('catalog.jumpGo')}</Button>
    </form>
  );
}

/** The typed number, in the digits of any keyboard; null when the text is not a number. */
function digitsOf(typed: string): number | null {
  const digits = latinDigits(typed.normalize('NFKC').trim());
  return /^\d+$/.test(digits) ? Number(digits) : null;
}
