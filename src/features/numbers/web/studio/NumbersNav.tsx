import { Link, useOpenedPage } from '../../../../web/router.tsx';
import { studioPaths } from '../../../studio/pages.ts';
import { hasRight } from '../../../studio/rules.ts';
import { useRole } from '../../../studio/web/session-query.ts';
import { useStudioText } from '../../../studio/web/words.ts';
import styles from './NumbersNav.module.css';

const pages = [
  { to: studioPaths.numbers(), name: 'numbers.visits', right: 'numbers' },
  { to: studioPaths.funnel(), name: 'numbers.funnel', right: 'numbers' },
  { to: studioPaths.revenue(), name: 'numbers.revenue', right: 'revenue' },
  { to: studioPaths.members(), name: 'numbers.members', right: 'revenue' },
  { to: studioPaths.attribution(), name: 'numbers.attribution', right: 'revenue' },
  { to: studioPaths.cohorts(), name: 'numbers.cohorts', right: 'revenue' },
] as const;

/** The way between the pages of numbers. */
export function NumbersNav() {
  const { t } = useStudioText();
  const { path } = useOpenedPage();
  const role = useRole();
  return (
    <nav aria-label={t('numbers.title')} className={styles.nav}>
      {pages
        .filter(({ right }) => hasRight(role, right))
        .map(({ to, name }) => (
          <Link key={to} to={to} className={styles.link} aria-current={path === to ? 'page' : undefined}>
            {t(name)}
          </Link>
        ))}
    </nav>
  );
}
