import { useState } from 'react';
import { Button } from '../../../../../web/ui/Button.tsx';
import { focusAfterRemoval } from '../../../../../web/ui/focus-after-removal.ts';
import { showToast } from '../../../../../web/ui/toasts.ts';
import { useAttempt } from '../../../../studio/web/problems.ts';
import { useStudioText } from '../../../../studio/web/words.ts';
import styles from './ByHand.module.css';

/** The fields that were edited by hand, so that imports leave them alone; a button gives each back to them. */
export function ByHand({
  fields,
  nameOf,
  giveBack,
}: {
  fields: readonly string[];
  /** The name of a field for people. */
  nameOf: (field: string) => string;
  giveBack: (field: string) => Promise<void>;
}) {
  const { t } = useStudioText();
  const attempt = useAttempt();
  const [isBusy, setBusy] = useState(false);
  if (fields.length === 0) return null;

  async function give(field: string, button: Element): Promise<void> {
    // The next one names the version that this one leaves.
    if (isBusy) return;
    setBusy(true);
    const focusNext = focusAfterRemoval(button);
    await attempt(async () => {
      await giveBack(field);
      showToast({ text: t('kit.saved') });
      focusNext();
    }).finally(() => setBusy(false));
  }

  return (
    <div className={styles.hand}>
      <p>{t('book.byHand')}</p>
      <ul className={styles.fields}>
        {fields.map((field) => (
          <li key={field}>
            {nameOf(field)}{' '}
            <Button
              variant="quiet"
              aria-label={t('book.followOf', { name: nameOf(field) })}
              onClick={(event) => void give(field, event.currentTarget)}
            >
              {t('book.follow')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
