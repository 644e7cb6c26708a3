import { useApi } from '../../../web/api.tsx';
import { useText } from '../../../web/i18n.tsx';
import { useQuery } from '../../../web/query.ts';
import { SharedItem } from '../../../web/shared-markup.tsx';
import { useSite } from '../../../web/site.tsx';
import { Carousel } from '../../../web/ui/Carousel.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useIsBrowser } from '../../../web/use-is-browser.ts';
import { BookCardSkeleton, RecommendedCard } from './BookCard.tsx';
import { recommendationsQuery } from './book-queries.ts';
import { hasOpenings } from './openings/LateOpenings.tsx';
import styles from './Recommended.module.css';

/** Widths of cards (spec: site.md#book-list). */
export const recommendedSizes = '(max-width:480px) 148px,(max-width:768px) 196px,256px';

/** The fifth card of the widest row begins within its 1200 px. */
const firstSeen = 5;

/** The recommended books; absent when there are none. */
export function Recommended() {
  const { t, language } = useText();
  const recommended = useQuery(recommendationsQuery(useApi(), language));
  const isBrowser = useIsBrowser();
  const name = useSite().rowTitles?.recommended ?? t('catalog.recommended');
  const all = recommended.data?.result;
  // The server renders only the cards that are seen at first; the browser adds those that wait beside the screen.
  const books = isBrowser ? all : all?.slice(0, firstSeen);
  if (books?.length === 0) return null;
  if (!books && recommended.isError) {
    return (
      <Notice className={styles.notice} action={{ label: t('catalog.retry'), act: () => void recommended.refetch() }}>
        {t('catalog.recommendedFailed')}
      </Notice>
    );
  }
  return (
    <section aria-labelledby="recommended">
      <h2 id="recommended" className={styles.heading}>
        {name}
      </h2>
      <Carousel
        label={name}
        backLabel={t('catalog.recommendedBack')}
        forwardLabel={t('catalog.recommendedForward')}
        step={(rowWidth) => rowWidth * 0.8}
        className={styles.carousel}
      >
        {books?.map((book, index) => (
          <SharedItem
            key={book.book_uuid}
            className={styles.item}
            shows={hasOpenings(book) ? null : book}
            look={index < 2 ? 'recommended first' : 'recommended'}
          >
            <RecommendedCard book={book} sizes={recommendedSizes} eager={index < firstSeen} urgent={index < 2} />
          </SharedItem>
        ))}
        {!books &&
          Array.from({ length: firstSeen }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the shapes are all alike and never change places
            <li key={index} className={styles.item}>
              <BookCardSkeleton />
            </li>
          ))}
      </Carousel>
    </section>
  );
}
