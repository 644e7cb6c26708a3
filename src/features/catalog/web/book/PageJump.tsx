import { useMemo } from 'react';
import { useText } from '../../../../web/i18n.tsx';
import { Select } from '../../../../web/ui/Select.tsx';
import type { ChapterDirection } from '../../contract.ts';
import { chapterRange, pageCount } from '../../rules.ts';
import { chapterPageSize } from './chapter-queries.ts';
import styles from './PageJump.module.css';

/** Leads to any page of a long chapter list, and shows the number of this page and of all pages. */
export function PageJump({
  total,
  direction,
  page,
  onJump,
}: {
  total: number;
  direction: ChapterDirection;
  page: number;
  onJump: (page: number) => void;
}) {
  const { t, number } = useText();
  const pages = pageCount({ total, pageSize: chapterPageSize });
  // Five hundred labels for five thousand chapters; they must not be made again while the list grows and scrolls.
  const options = useMemo(
    () =>
      Array.from({ length: pages }, (_, index) => ({
        value: String(index),
        label: t('catalog.range', chapterRange({ page: index, total, pageSize: chapterPageSize, direction })),
      })),
    [pages, total, direction, t],
  );
  return (
    <div className={styles.jump}>
      <Select
        label={t('catalog.jump')}
        value={String(page)}
        onChange={(value) => onJump(Number(value))}
        options={options}
        className={styles.select}
      />
      <span className={styles.pages}>{t('catalog.pageOf', { page: number(page + 1), pages: number(pages) })}</span>
    </div>
  );
}
