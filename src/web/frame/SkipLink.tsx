import { useText } from '../i18n.tsx';
import styles from './SkipLink.module.css';

/** Leads past what each page begins with; seen while it has the focus. */
export function SkipLink() {
  const { t } = useText();
  return (
    <a className={styles.skip} href="#main">
      {t('app.skipToContent')}
    </a>
  );
}
