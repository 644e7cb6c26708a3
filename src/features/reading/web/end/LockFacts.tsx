import { directionOfWords, tagOfWords, type Worded } from '../../../../shared/text-language.ts';
import { Dated } from '../../../../web/Dated.tsx';
import { useText } from '../../../../web/i18n.tsx';
import type { HadMembership, LockPreview } from '../../contract.ts';
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
