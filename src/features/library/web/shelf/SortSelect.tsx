import { useText } from '../../../../web/i18n.tsx';
import { useNavigate } from '../../../../web/router.tsx';
import { Select } from '../../../../web/ui/Select.tsx';
import styles from './SortSelect.module.css';
import { type ShelfName, type ShelfSort, shelfPath, shelfSorts } from './shelves.ts';

/** Chooses the order of the books on a shelf, which the address keeps. */
export function SortSelect({ shelf, sort }: { shelf: ShelfName; sort: ShelfSort }) {
  const { t } = useText();
  const navigate = useNavigate();
  return (
    <p className={styles.sort}>
      <Select
        label={t('library.sort')}
        options={shelfSorts.map((value) => ({ value, label: t(`library.sortBy.${value}`) }))}
        value={sort}
        onChange={(value) => navigate(shelfPath(shelf, value), { keepScroll: true, replace: true })}
      />
    </p>
  );
}
