import { useId, useState } from 'react';
import { tagOfWords, type Worded } from '../../../../shared/text-language.ts';
import { useText } from '../../../../web/i18n.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import { classes } from '../../../../web/ui/classes.ts';
import { isLongText } from '../../rules.ts';
import styles from './Introduction.module.css';

/** The book's introduction; of a long text only the first lines are shown until the reader asks for more. */
export function Introduction({ text, words }: { text: string; words: Worded }) {
  const { t } = useText();
  const [open, setOpen] = useState(false);
  const id = useId();
  if (text.trim() === '') return <p className={styles.none}>{t('catalog.noDescription')}</p>;
  const long = isLongText(text);
  return (
    <div>
      <p id={id} dir="auto" lang={tagOfWords(words)} className={classes(styles.text, long && !open && styles.cut)}>
        {text}
      </p>
      {long && (
        <Button
          variant="quiet"
          className={styles.toggle}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {t(open ? 'catalog.showLess' : 'catalog.showMore')}
        </Button>
      )}
    </div>
  );
}
