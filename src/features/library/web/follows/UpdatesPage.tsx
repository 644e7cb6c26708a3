import { paths } from '../../../../shared/paths.ts';
import { useApi } from '../../../../web/api.tsx';
import { useText } from '../../../../web/i18n.tsx';
import { infiniteQueryOptions, useInfiniteQuery } from '../../../../web/infinite-query.ts';
import type { PageModule } from '../../../../web/page.ts';
import { useQuery } from '../../../../web/query.ts';
import type { CurrentUser } from '../../../../web/session.ts';
import { PlaceCardsWaiting } from '../chapter/PlaceCardsWaiting.tsx';
import { FollowInvitation } from '../FollowInvitation.tsx';
import { LibraryHeader } from '../LibraryHeader.tsx';
import { useReadings } from '../memory.ts';
import { NextPages } from '../NextPages.tsx';
import { NothingYet } from '../NothingYet.tsx';
import { useReader } from '../use-reader.ts';
import { FollowedBooks } from './FollowedBooks.tsx';
import { followsQuery } from './follows.ts';
import { OwnFeed } from './OwnFeed.tsx';
import { UpdateCard } from './UpdateCard.tsx';
import styles from './UpdatesPage.module.css';

const pageSize = 20;

/** The books that a user follows, and their new chapters. The server knows nobody, and renders what a visitor sees. */
function UpdatesPage() {
  const { t } = useText();
  const reader = useReader();
  return (
    <div className={styles.page}>
      <LibraryHeader title={t('library.updates')} />
      {!reader && (
        <div className={styles.forVisitors}>
          <FollowInvitation next={paths.updates()} />
        </div>
      )}
      {/* Holds the room of a user's list until it is there; the style sheet hides it from visitors. */}
      {reader !== null && <PlaceCardsWaiting count={3} className={styles.waiting} />}
      {reader && <Updates reader={reader} />}
    </div>
  );
}

function Updates({ reader }: { reader: CurrentUser }) {
  const { t, language } = useText();
  const api = useApi();
  const readingOf = useReadings();
  const list = useInfiniteQuery(
    infiniteQueryOptions({
      queryKey: ['updates', reader.uuid, language],
      queryFn: ({ pageParam }) =>
        api.get('/user/updates', { query: { language, page: pageParam, page_size: pageSize } }),
      initialPageParam: 0,
      getNextPageParam: (last, pages) => (last.has_more ? pages.length : null),
    }),
  );
  const followed = useQuery(followsQuery({ api, userUuid: reader.uuid, language }));
  const next = <NextPages list={list} retry={t('library.retry')} failed={t('library.updatesFailed')} />;
  if (!list.data) return list.isError ? next : null;
  // Both lists appear together, so that neither moves the other.
  if (!followed.data && !followed.isError) return null;
  const chapters = list.data.pages.flatMap((page) => page.result);
  return (
    <div className={styles.loaded}>
      <OwnFeed userUuid={reader.uuid} />
      <FollowedBooks followed={followed} />
      {chapters.length === 0 && <NothingYet title={t('library.noUpdates')} text={t('library.noUpdatesText')} />}
      <ul className={styles.list} aria-label={t('library.updates')}>
        {chapters.map((chapter) => (
          <li key={chapter.chapter_uuid}>
            <UpdateCard chapter={chapter} {...readingOf(chapter.book_uuid)} />
          </li>
        ))}
      </ul>
      {next}
    </div>
  );
}

export const updatesPage: PageModule = {
  Component: UpdatesPage,
  head: ({ text }) => ({
    title: text.t('library.updates'),
    description: text.t('library.updatesDescription'),
    noindex: true,
  }),
};
