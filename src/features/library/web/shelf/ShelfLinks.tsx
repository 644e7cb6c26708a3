import { useEffect, useRef } from 'react';
import { useText } from '../../../../web/i18n.tsx';
import { Link } from '../../../../web/router.tsx';
import { chipClass } from '../../../../web/ui/Chip.tsx';
import styles from './ShelfLinks.module.css';
import { type ShelfName, type ShelfSort, shelfPath, shelves } from './shelves.ts';

/** How many books stand on each shelf; absent while nobody knows. */
export type ShelfCounts = Partial<Record<ShelfName, number | undefined>>;

/** The way from one shelf to another. */
export function ShelfLinks({ shelf, sort, counts }: { shelf: ShelfName; sort: ShelfSort; counts: ShelfCounts }) {
  const { t, number } = useText();
  // The open one may lie beyond the screen's edge.
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: anew for each shelf
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [shelf]);
  return (
    <nav aria-label={t('library.shelves')}>
      <ul ref={list} className={styles.links}>
        {shelves.map((name) => (
          <li key={name}>
            <Link
              to={shelfPath(name, sort)}
              className={chipClass({ active: name === shelf })}
              aria-current={name === shelf ? 'page' : undefined}
            >
              {t(`library.shelf.${name}`)}
              {counts[name] !== undefined && <span className={styles.count}>{number(counts[name])}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
