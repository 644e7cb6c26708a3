import { elapsedSince } from '../shared/relative-time.ts';
import type { Text } from './i18n.tsx';

/** 'just posted', '3 hours ago' …, rounded down (spec: site.md#dates-and-times). */
export function writeAge({ t }: Pick<Text, 't'>, iso: string, now: number): string {
  const { unit, count } = elapsedSince(iso, now);
  return unit === 'now' ? t('time.justPosted') : t(`time.${unit}`, { count });
}
