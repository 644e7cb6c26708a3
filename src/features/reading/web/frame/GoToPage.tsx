import { type FormEvent, useState } from 'react';
import { useText } from '../../../../web/i18n.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import { Dialog } from '../../../../web/ui/Dialog.tsx';
import { Field } from '../../../../web/ui/Field.tsx';
import styles from '../settings/ReaderSettings.module.css';

interface GoToPageProps {
  open: boolean;
  total: number;
  onGo: (page: number) => void;
  onClose: () => void;
}

/** Asks for a page's number; one that the chapter has not is its first or its last. */
export function GoToPage({ open, total, onGo, onClose }: GoToPageProps) {
  const { t } = useText();
  const [given, setGiven] = useState('');

  function submit(event: FormEvent): void {
    event.preventDefault();
    const number = Math.round(Number(given));
    onClose();
    if (number > 0) onGo(Math.min(total, number));
  }

  return (
    <Dialog open={open} title={t('reading.goToPage')} closeLabel={t('reading.close')} onClose={onClose}>
      <form className={styles.settings} onSubmit={submit}>
        <Field
          label={t('reading.goToPageNumber')}
          hint={t('reading.pageRange', { total })}
          type="number"
          inputMode="numeric"
          min={1}
          max={total}
          value={given}
          required
          onChange={(event) => setGiven(event.target.value)}
        />
        <Button type="submit" variant="primary">
          {t('reading.jump')}
        </Button>
      </form>
    </Dialog>
  );
}
