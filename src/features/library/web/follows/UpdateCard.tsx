import { paths } from '../../../../shared/paths.ts';
import { displayText } from '../../../../shared/text.ts';
import { tagOfWords } from '../../../../shared/text-language.ts';
import { writeAge } from '../../../../web/age.ts';
import { useByMinute } from '../../../../web/clock.tsx';
import { useText } from '../../../../web/i18n.tsx';
import { Link } from '../../../../web/router.tsx';
import { Badge } from '../../../../web/ui/Badge.tsx';
import card from '../../../../web/ui/Card.module.css';
import cardLink from '../../../../web/ui/CardLink.module.css';
import { classes } from '../../../../web/ui/classes.ts';
import { LockIcon } from '../../../../web/ui/icons.tsx';
import type { Mark, Update } from '../../contract.ts';
import { ChapterName } from '../chapter/ChapterName.tsx';
import { Cover } from '../chapter/PlaceCard.tsx';
import { markOf } from '../places/place-rules.ts';
import type { Place } from '../places/places.ts';
import styles from './UpdateCard.module.css';

/** A new chapter with its book: whether it was read, and whether anybody may read it; one link around all of it. */
export function UpdateCard({
  chapter,
  place,
  marks,
}: {
  chapter: Update;
  place: Place | null;
  marks: readonly Mark[];
}) {
  const text = useText();
  const { t } = text;
  const age = useByMinute((now) => writeAge(text, chapter.created_at, now));
  const { book_uuid: bookUuid, chapter_uuid: chapterUuid, chapter_number: number } = chapter;
  const title = displayText(chapter.book_title);
  const bookWords = { language: chapter.book_language, text_language: chapter.book_text_language };
  const mark = markOf(number, { place, marks }).kind;
  return (
    <article className={classes(card.card, mark !== 'read' && card.raised, styles.card)}>
      <Cover src={chapter.cover?.src ?? null} title={title} />
      <div className={classes(card.words, card.lines)}>
        <h2 className={card.title}>
          <Link to={paths.chapter({ bookUuid, chapterUuid, number })} className={classes(cardLink.link, styles.link)}>
            <span className={classes(card.oneLine, styles.book)} dir="auto" lang={tagOfWords(bookWords)}>
              {title}
            </span>
            <span className={styles.chapter}>
              <ChapterName {...chapter} number={number} title={displayText(chapter.title)} words={chapter} />
            </span>
          </Link>
        </h2>
        <p className={card.facts}>
          <span className={classes(mark === 'unread' && styles.unread)}>
            {t(mark === 'read' ? 'library.read' : mark === 'begun' ? 'library.begun' : 'library.unread')}
          </span>
          <time dateTime={chapter.created_at}>{age}</time>
        </p>
      </div>
      {chapter.is_free ? (
        <Badge tone="line">{t('library.free')}</Badge>
      ) : (
        <Badge tone="line" className={styles.locked}>
          <LockIcon />
          {t('library.members')}
        </Badge>
      )}
    </article>
  );
}
