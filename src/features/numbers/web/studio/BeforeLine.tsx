import { useStudioText } from '../../../studio/web/words.ts';
import type { DayRange } from '../../rules.ts';
import { changeIn, daysIn } from './ranges.ts';

/** The grey line below a figure's point: the time before, and which days are meant. */
export function BeforeLine({
  shown,
  now,
  before,
  write,
}: {
  shown: DayRange & { time_zone: string; partial: boolean };
  now: number;
  /** Null while it is not known. */
  before: number | null;
  write: (value: number) => string;
}) {
  const { t } = useStudioText();
  const change = before === null ? null : changeIn(now, before);
  const days = t('numbers.days', { count: daysIn(shown) });
  const parts = [
    before !== null && t('numbers.before', { days, value: write(before) }),
    change !== null && change > 0 && t('numbers.more', { number: change }),
    change !== null && change < 0 && t('numbers.less', { number: -change }),
    t('numbers.zone', { zone: shown.time_zone }),
    shown.partial && t('numbers.partial'),
  ];
  return parts.filter(Boolean).join(' ');
}
