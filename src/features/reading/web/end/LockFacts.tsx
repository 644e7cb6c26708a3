import { directionOfWords, tagOfWords, type Worded } from '../../../../shared/text-language.ts';
import { Dated } from '../../../../web/Dated.tsx';
import { useText } from '../../../../web/i18n.tsx';
import type { ChapterLock, HadMembership, LockPreview } from '../../contract.ts';
import styles from './ChapterLock.module.css';

/** A glimpse of what is closed: an unreadable picture, or the first words. */
export function Preview({ preview, words }: { preview: LockPreview; words: Worded | null }) {
  if (preview.kind === 'blur') {
    const { src, width, height } = preview;
    return <img src={src} width={width} height={height} alt="" className={styles.glimpse} />;
  }
  return (
    <blockquote className={styles.words} {...(words && { lang: tagOfWords(words), dir: directionOfWords(words) })}>
      {`${preview.text}…`}
    </blockquote>
  );
}

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
export function about(count: number, write: (value: number) => string): string {
  if (count < 1000) return write(count);
  const step = 10 ** (String(count).length - 2);
  return `${write(Math.floor(count / step) * step)}+`;
}

/** The membership that has ended, and the chapters that came out since. */
export function Had({ had: { from, until, new_chapters: count } }: { had: HadMembership }) {
  const { t, number } = useText();
  return (
    <>
      <p className={styles.opens}>
        <Dated write={(moment) => t('reading.had', { from: moment(from), until: moment(until) })} />
      </p>
      {count > 0 && <p className={styles.opens}>{t('reading.newSince', { count, chapters: number(count) })}</p>}
    </>
  );
}
