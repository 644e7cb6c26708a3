import { paths } from '../../shared/paths.ts';
import { useNow } from '../../web/clock.tsx';
import { useText } from '../../web/i18n.tsx';
import { Link } from '../../web/router.tsx';
import { useSite } from '../../web/site.tsx';
import styles from './Footer.module.css';

export function Footer() {
  const { t } = useText();
  const { name, contactEmail } = useSite();
  const year = String(new Date(useNow()).getUTCFullYear());
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <p>{t('app.copyright', { year, name })}</p>
        <p className={styles.links}>
          <Link to={paths.calendar()}>{t('releases.calendar.title')}</Link>
          <Link to={paths.contact()}>{t('app.contact')}</Link>
          <a href={`mailto:${contactEmail}`}>
            <bdi>{contactEmail}</bdi>
          </a>
        </p>
      </div>
    </footer>
  );
}
