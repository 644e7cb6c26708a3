import type { ReactNode } from 'react';
import { languageNames, languages } from '../../../../shared/languages.ts';
import { useSearch } from '../../../../web/router.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import { FilterDay, FilterSelect, Filters } from '../../../studio/web/Filters.tsx';
import { useSetSearch } from '../../../studio/web/Pager.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import type { DayRange, Group } from '../../rules.ts';
import styles from './RangeFilters.module.css';
import { dayNow } from './range-query.ts';
import { daysIn, lastDays, presets } from './ranges.ts';

/** The days that are shown, how they are put together, and of which language. */
export function RangeFilters({
  shown,
  group,
  withLanguage = true,
  children,
}: {
  shown: (DayRange & { time_zone: string }) | undefined;
  group?: Group;
  withLanguage?: boolean;
  /** Further filters of the page. */
  children?: ReactNode;
}) {
  const { t } = useStudioText();
  const search = useSearch();
  const setSearch = useSetSearch();
  return (
    <Filters>
      <div className={styles.presets}>
        {presets.map((days) => {
          const isChosen = shown !== undefined && daysIn(shown) === days && shown.to === dayNow(shown.time_zone);
          return (
            <Button
              key={days}
              aria-pressed={isChosen}
              className={styles.preset}
              onClick={() => setSearch({ from: lastDays(days, dayNow(shown?.time_zone)).from, to: null, group: null })}
            >
              {t('numbers.days', { count: days })}
            </Button>
          );
        })}
      </div>
      <FilterDay name="from" label={t('kit.from')} value={shown?.from ?? search.get('from') ?? ''} />
      <FilterDay name="to" label={t('kit.to')} value={shown?.to ?? search.get('to') ?? ''} />
      {group && (
        <FilterSelect
          name="group"
          label={t('numbers.group')}
          value={group}
          options={(['day', 'week', 'month'] as const).map((value) => ({
            value,
            label: t(`numbers.groups.${value}`),
          }))}
        />
      )}
      {withLanguage && (
        <FilterSelect
          name="language"
          label={t('kit.language')}
          value={search.get('language') ?? ''}
          options={[
            { value: '', label: t('kit.all') },
            ...languages.map((value) => ({ value, label: languageNames[value] })),
          ]}
        />
      )}
      {children}
    </Filters>
  );
}
