import { paths } from '../../../../shared/paths.ts';
import { useText } from '../../../../web/i18n.tsx';
import { Link } from '../../../../web/router.tsx';
import { iconButtonClass } from '../../../../web/ui/IconButton.tsx';
import { SearchIcon } from '../../../../web/ui/icons.tsx';

/** The way to find books, in the header of every page. */
export function SearchLink() {
  const { t } = useText();
  const label = t('catalog.search');
  return (
    <Link to={paths.search()} className={iconButtonClass} aria-label={label} title={label}>
      <SearchIcon />
    </Link>
  );
}
