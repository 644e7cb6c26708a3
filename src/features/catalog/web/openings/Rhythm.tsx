import { Dated } from '../../../../web/Dated.tsx';
import { type Text, useText } from '../../../../web/i18n.tsx';
import { writeWeekday } from '../../../../web/moments.ts';
import type { BookDetail, CadenceOnWire } from '../../contract.ts';
import styles from './Rhythm.module.css';

/** So many coming chapters are seen at once: the chapters that are there matter more. */
const seenAtOnce = 2;

/** How often new chapters come, and the next ones with their dates; most of them behind a press. */
export function Rhythm({ book: { cadence, schedule } }: { book: Pick<BookDetail, 'cadence' | 'schedule'> }) {
  const text = useText();
  const [coming, more] = [schedule?.slice(0, seenAtOnce) ?? [], schedule?.slice(seenAtOnce) ?? []];
  return (
    <div className={styles.rhythm}>
      {cadence && <p>{wordsOf(cadence, text)}</p>}
      {coming.length > 0 && <Coming chapters={coming} />}
      {more.length > 0 && (
        <details className={styles.more}>
          <summary>
            <span className={styles.whenClosed}>{text.t('catalog.showMore')}</span>
            <span className={styles.whenOpen}>{text.t('catalog.showLess')}</span>
          </summary>
          <Coming chapters={more} />
        </details>
      )}
    </div>
  );
}

function wordsOf({ days, weekday }: CadenceOnWire, text: Text): string {
  if (days === 1) return text.t('catalog.cadence.daily');
  if (weekday !== null) return text.t('catalog.cadence.weekly', { weekday: writeWeekday(text.language, weekday) });
  return text.t('catalog.cadence.days', { count: days });
}

function Coming({ chapters }: { chapters: NonNullable<BookDetail['schedule']> }) {
  const { t } = useText();
  return (
    <ul>
      {chapters.map(({ chapter_number: number, published_at: at }) => (
        <li key={number}>
          <Dated write={(moment) => t('catalog.comesOn', { number, date: moment(at) })} />
        </li>
      ))}
    </ul>
  );
}
