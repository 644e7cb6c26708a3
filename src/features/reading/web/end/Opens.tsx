import { useText } from '../../../../web/i18n.tsx';
import type { ChapterLock } from '../../contract.ts';
import styles from './ChapterLock.module.css';

/** How many chapters a month opens; nothing on a site that has no chapters for members in this language. */
export function Opens({ opens: { chapters, hours } }: Pick<ChapterLock, 'opens'>) {
  const { t, number } = useText();
  if (chapters === 0) return null;
  const told = { count: chapters, chapters: about(chapters, number), language: t('reading.ownLanguage') };
  if (hours === 0) return <p className={styles.opens}>{t('reading.opens', told)}</p>;
  const time = t('reading.hours', { count: hours, hours: about(hours, number) });
  return <p className={styles.opens}>{t('reading.opensForHours', { ...told, time })}</p>;
}

/** From 1,000 on two digits and a plus, as 12,000+. */
function about(count: number, write: (value: number) => string): string {
  if (count < 1000) return write(count);
  const step = 10 ** (String(count).length - 2);
  return `${write(Math.floor(count / step) * step)}+`;
}
