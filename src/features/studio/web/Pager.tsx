import { useEffect } from 'react';
import { useNavigate, useOpenedPage } from '../../../web/router.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import styles from './Pager.module.css';
import { useStudioText } from './words.ts';

export const pageSize = 50;

/** Sets parameters of the page's address, and begins its list anew; an empty value takes the parameter away. */
export function useSetSearch(): (given: Readonly<Record<string, string | null>>) => void {
  const navigate = useNavigate();
  const { path, search } = useOpenedPage();
  return (given) => {
    const next = new URLSearchParams(search);
    if (!('page' in given)) next.delete('page');
    for (const [name, value] of Object.entries(given)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    navigate(next.size > 0 ? `${path}?${next}` : path, { replace: true, keepScroll: true });
  };
}

/**
 * Which rows of a list are shown, and the way to those before and after. The page is `?page=` of the address; that of a list
 * beside others is its own, by `onPage`.
 */
export function Pager({
  total,
  page,
  size = pageSize,
  onPage,
}: {
  total: number;
  page: number;
  /** The rows of a page. */
  size?: number;
  onPage?: (page: number) => void;
}) {
  const { t } = useStudioText();
  const setSearch = useSetSearch();
  const goTo = onPage ?? ((to: number) => setSearch({ page: to > 0 ? String(to) : null }));
  const lastPage = Math.max(0, Math.ceil(total / size) - 1);
  useEffect(() => {
    // The list became shorter while its last page was open.
    if (onPage && page > lastPage) onPage(lastPage);
  });
  if (total === 0) return null;
  const first = page * size + 1;
  const last = Math.min(total, first + size - 1);
  return (
    <nav className={styles.pager} aria-label={t('kit.pages')}>
      <p className={styles.words}>{t('kit.rows', { first, last, total })}</p>
      {total > size && (
        <>
          <Button disabled={page === 0} onClick={() => goTo(page - 1)}>
            {t('kit.before')}
          </Button>
          <Button disabled={last >= total} onClick={() => goTo(page + 1)}>
            {t('kit.next')}
          </Button>
        </>
      )}
    </nav>
  );
}
