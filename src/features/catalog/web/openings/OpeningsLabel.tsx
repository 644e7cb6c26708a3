import { Dated } from '../../../../web/Dated.tsx';
import { useText } from '../../../../web/i18n.tsx';
import { classes } from '../../../../web/ui/classes.ts';
import type { Openings } from '../../contract.ts';
import styles from './labels.module.css';

/** Until when a book's chapters are open to all, and when the next one opens. */
export function OpeningsLabel({ book, className }: { book: Openings; className?: string | undefined }) {
  const { t } = useText();
  const { next_free_at: next, free_until: until } = book;
  return (
    <p className={classes(styles.label, className)}>
      {until !== null && <Dated write={(moment) => t('catalog.freeUntil', { date: moment(until) })} />}
      {next !== null && <Dated write={(moment) => t('catalog.nextFree', { date: moment(next) })} />}
    </p>
  );
}
