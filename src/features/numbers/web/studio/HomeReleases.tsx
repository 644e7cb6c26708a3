import { type Language, languageNames, languages, languageTags } from '../../../../shared/languages.ts';
import { printedName } from '../../../../shared/printed-name.ts';
import { useText } from '../../../../web/i18n.tsx';
import { Link } from '../../../../web/router.tsx';
import { BookCover } from '../../../catalog/web/BookCover.tsx';
import { studioPaths } from '../../../studio/pages.ts';
import { Section } from '../../../studio/web/Page.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import type { Home } from '../../studio-contract.ts';
import styles from './Home.module.css';

/** What comes out within seven days, as a strip of covers. */
export function ComingWeek({ coming }: { coming: NonNullable<Home['coming']> }) {
  const { t } = useStudioText();
  const text = useText();
  const { language } = text;
  return (
    <Section title={t('today.coming')} actions={<Link to={studioPaths.publishing()}>{t('publishing.title')}</Link>}>
      {coming.length === 0 ? (
        <p>{t('today.nothingComing')}</p>
      ) : (
        <ul className={styles.strip}>
          {coming.map(({ at, book, chapter, number, languages: spoken }) => (
            <li key={`${chapter.chapter_uuid} ${at}`}>
              <Link to={studioPaths.chapter(book.book_uuid, chapter.chapter_uuid)} className={styles.release}>
                <BookCover book={{ uuid: book.book_uuid, title: book.title, cover: book.cover }} sizes="136px" />
                <time dateTime={at} className={styles.when}>
                  {writeHour(at, language)}
                </time>
                <bdi className={styles.book}>{book.title}</bdi>
                <span className={styles.beside}>
                  <bdi>{chapter.title || printedName(text, { ...chapter, number })}</bdi>
                </span>
                {spoken.length < languages.length && (
                  <span className={styles.beside}>{spoken.map((each) => languageNames[each]).join(', ')}</span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** The day of a week and the hour, by the browser's clocks. */
function writeHour(at: string, language: Language): string {
  const options = { weekday: 'short', hour: 'numeric', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat(languageTags[language], options).format(new Date(at));
}

/** So many books with drafts are shown; the list of books has them all. */
const mostShown = 20;

/** The books with drafts, each with the way to them. */
export function DraftsWaiting({ drafts }: { drafts: NonNullable<Home['drafts']> }) {
  const { t } = useStudioText();
  if (drafts.length === 0) return null;
  return (
    <Section
      title={t('today.drafts')}
      actions={
        drafts.length > mostShown && (
          <Link to={`${studioPaths.books()}?order_by=drafts`}>{t('today.allDrafts', { count: drafts.length })}</Link>
        )
      }
    >
      <ul className={styles.list}>
        {drafts.slice(0, mostShown).map(({ book, count }) => (
          <li key={book.book_uuid} data-row="" className={styles.row}>
            <span className={styles.words}>
              <span className={styles.small}>
                <BookCover book={{ uuid: book.book_uuid, title: book.title, cover: book.cover }} sizes="36px" />
              </span>
              <Link to={`${studioPaths.book(book.book_uuid)}?tab=chapters`}>
                <bdi>{book.title}</bdi>
              </Link>
            </span>
            <span>{t('today.draftCount', { count })}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
