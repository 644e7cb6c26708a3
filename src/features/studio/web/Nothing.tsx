import type { ReactNode } from 'react';
import { Button } from '../../../web/ui/Button.tsx';
import { EmptyState } from '../../../web/ui/EmptyState.tsx';
import type { Filtered } from './Filters.tsx';
import styles from './Nothing.module.css';
import { useStudioText } from './words.ts';

/** What a list says where nothing is there yet. A title alone is one calm line: the list is a part of a page. */
export interface Empty {
  title: string;
  text?: string;
  action?: ReactNode;
}

/** Stands in place of a list without rows: nothing fits its filters, or there is nothing yet. */
export function Nothing({ empty, filtered }: { empty: Empty; filtered?: Filtered | undefined }) {
  const { t } = useStudioText();
  const { title, text, action } = empty;
  const isPart = !text && !action;
  if (isPart) return <p className={styles.nothing}>{filtered?.isFiltered ? t('kit.noResults') : title}</p>;
  if (filtered?.isFiltered)
    return (
      <EmptyState title={t('kit.noResults')} action={<Button onClick={filtered.clear}>{t('kit.clearFilters')}</Button>}>
        {t('kit.noResultsText')}
      </EmptyState>
    );
  return (
    <EmptyState title={title} action={action}>
      {text}
    </EmptyState>
  );
}
