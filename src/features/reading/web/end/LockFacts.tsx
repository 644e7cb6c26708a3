import { type Language, languageTags } from '../../../../shared/languages.ts';
import { directionOfWords, tagOfWords, type Worded } from '../../../../shared/text-language.ts';
import { useText } from '../../../../web/i18n.tsx';
import { useIsBrowser } from '../../../../web/use-is-browser.ts';
import type { ChapterLock, HadMembership, LockedChapter, PreviewOnWire } from '../../contract.ts';
import styles from './ChapterLock.module.css';

/** A glimpse of what is closed: an unreadable picture, or the first words. */
export function Preview({ preview, words }: { preview: PreviewOnWire; words: Worded | null }) {
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

/** The chapters that a month opens; nothing on a site that has no chapters for members in this language. */
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
  const write = useDay();
  return (
    <>
      <p className={styles.opens}>{t('reading.had', { from: write(from), until: write(until) })}</p>
      {count > 0 && <p className={styles.opens}>{t('reading.newSince', { count, chapters: number(count) })}</p>}
    </>
  );
}

/** When the chapter becomes free; nothing where nobody knows. */
export function OpensToAll({ access: { state, free_at: freeAt, until } }: Pick<LockedChapter, 'access'>) {
  const { t } = useText();
  const write = useDay();
  if (state === 'free' || freeAt === null) return null;
  return (
    <p className={styles.opens} suppressHydrationWarning>
      {until === null
        ? t('reading.freeOn', { date: write(freeAt) })
        : t('reading.freeFromTo', { from: write(freeAt), to: write(until) })}
    </p>
  );
}

/** Writes a day; only the browser knows the reader's zone. */
function useDay(): (iso: string) => string {
  const { language } = useText();
  const isBrowser = useIsBrowser();
  return (iso) => dayIn(language, isBrowser ? undefined : 'UTC').format(new Date(iso));
}

function dayIn(language: Language, timeZone: string | undefined): Intl.DateTimeFormat {
  const zone = timeZone === undefined ? {} : { timeZone };
  return new Intl.DateTimeFormat(languageTags[language], { dateStyle: 'long', calendar: 'gregory', ...zone });
}
