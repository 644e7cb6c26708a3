import { membershipPath, paths, rankingPath } from '../../shared/paths.ts';
import { useNow } from '../../web/clock.tsx';
import { useText } from '../../web/i18n.tsx';
import { Link } from '../../web/router.tsx';
import { icpRegister, useSite } from '../../web/site.tsx';
import styles from './Footer.module.css';

export function Footer() {
  const { t } = useText();
  const { name, contactEmail, sells, links = [], icp } = useSite();
  const year = String(new Date(useNow()).getUTCFullYear());
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <p>{t('app.copyright', { year, name })}</p>
        <p className={styles.links}>
          <Link to={paths.calendar()}>{t('releases.calendar.title')}</Link>
          <Link to={rankingPath}>{t('ranking.title')}</Link>
          {sells && <Link to={membershipPath}>{t('membership.title')}</Link>}
          {links.map(({ title, href }) => (
            <OwnLink key={`${href} ${title}`} title={title} href={href} />
          ))}
          <Link to={paths.contact()}>{t('app.contact')}</Link>
          <a href={`mailto:${contactEmail}`}>
            <bdi>{contactEmail}</bdi>
          </a>
          {icp && (
            <a href={icpRegister} rel="noopener">
              <bdi>{icp}</bdi>
            </a>
          )}
        </p>
      </div>
    </footer>
  );
}

/** A link of the operator's: to a page of this site, or elsewhere. */
function OwnLink({ title, href }: { title: string; href: string }) {
  if (href.startsWith('/')) return <Link to={href}>{title}</Link>;
  return (
    <a href={href} rel="noopener">
      <bdi>{title}</bdi>
    </a>
  );
}
