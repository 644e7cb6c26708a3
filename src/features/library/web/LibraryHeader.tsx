import { paths } from '../../../shared/paths.ts';
import { useText } from '../../../web/i18n.tsx';
import { Link, useOpenedPage } from '../../../web/router.tsx';
import { chipClass } from '../../../web/ui/Chip.tsx';
import styles from './LibraryHeader.module.css';

/** The pages of a reader's own, and the way from one to another. */
export function LibraryHeader({ title }: { title: string }) {
  const { t } = useText();
  const { path } = useOpenedPage();
  const ways = [
    ...(path === paths.library() ? [] : [{ to: paths.library(), label: t('library.title') }]),
    { to: paths.updates(), label: t('library.updates') },
    { to: paths.history(), label: t('library.history') },
  ];
  return (
    <header className={styles.header}>
      <h1 className={styles.title}>{title}</h1>
      <nav aria-label={t('library.mine')} className={styles.ways}>
        {ways.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            className={chipClass({ active: path === to })}
            aria-current={path === to ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
    </header>
  );
}
