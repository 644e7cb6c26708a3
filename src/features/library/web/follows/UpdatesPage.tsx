import { paths } from '../../../../shared/paths.ts';
import { useApi } from '../../../../web/api.tsx';
import { useText } from '../../../../web/i18n.tsx';
import { infiniteQueryOptions, useInfiniteQuery } from '../../../../web/infinite-query.ts';
import { withNext } from '../../../../web/next-address.ts';
import type { PageModule } from '../../../../web/page.ts';
import { useQuery } from '../../../../web/query.ts';
import { Link } from '../../../../web/router.tsx';
import type { CurrentUser } from '../../../../web/session.ts';
import { buttonClass } from '../../../../web/ui/Button.tsx';
import { EmptyState } from '../../../../web/ui/EmptyState.tsx';
import { PlaceCardSkeleton } from '../chapter/PlaceCard.tsx';
import { LibraryHeader } from '../LibraryHeader.tsx';
import { useAllMarks, usePlaces } from '../memory.ts';
import { NextPages } from '../NextPages.tsx';
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
      {!reader && <Invitation />}
      {reader !== null && <Waiting />}
      {reader && <Updates reader={reader} />}
    </div>
  );
}

/** Tells a visitor why to follow books, and how to begin. */
function Invitation() {
  const { t } = useText();
  return (
    <div className={styles.forVisitors}>
      <EmptyState
        title={t('library.followInvitation')}
        action={
          <Link to={withNext(paths.login(), paths.updates())} className={buttonClass({ variant: 'primary' })}>
            {t('library.login')}
          </Link>
        }
      >
        {t('library.followInvitationText')}
      </EmptyState>
    </div>
  );
}

function Updates({ reader }: { reader: CurrentUser }) {
  const { t, language } = useText();
  const api = useApi();
  const places = usePlaces();
  const marks = useAllMarks();
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
  const placeIn = new Map(places.map((place) => [place.bookUuid, place]));
  return (
    <div className={styles.loaded}>
      <OwnFeed userUuid={reader.uuid} />
      <FollowedBooks followed={followed} />
      {chapters.length === 0 && <NothingNew />}
      <ul className={styles.list} aria-label={t('library.updates')}>
        {chapters.map((chapter) => (
          <li key={chapter.chapter_uuid}>
            <UpdateCard
              chapter={chapter}
              place={placeIn.get(chapter.book_uuid) ?? null}
              marks={marks[chapter.book_uuid]?.marks ?? []}
            />
          </li>
        ))}
      </ul>
      {next}
    </div>
  );
}

function NothingNew() {
  const { t } = useText();
  return (
    <EmptyState
      title={t('library.noUpdates')}
      action={
        <Link to={paths.home()} className={buttonClass({ variant: 'primary' })}>
          {t('library.toBooks')}
        </Link>
      }
    >
      {t('library.noUpdatesText')}
    </EmptyState>
  );
}

/** Holds the room of a user's list until it is there; the style sheet hides it from visitors. */
function Waiting() {
  const { t } = useText();
  return (
    <div aria-busy="true" className={styles.waiting}>
      <span className="visually-hidden">{t('library.loading')}</span>
      <PlaceCardSkeleton />
      <PlaceCardSkeleton />
      <PlaceCardSkeleton />
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
