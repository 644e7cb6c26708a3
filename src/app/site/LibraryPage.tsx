import { useEffect, useEffectEvent, useState } from 'react';
import { FollowInvitation } from '../../features/library/web/FollowInvitation.tsx';
import { followedQuery } from '../../features/library/web/follows/follows.ts';
import { LibraryHeader } from '../../features/library/web/LibraryHeader.tsx';
import { told } from '../../features/library/web/memory.ts';
import { useKeptShelf } from '../../features/library/web/shelf/kept-shelf.ts';
import { EmptyShelf, FollowedShelf, KeptShelf, UserShelf, Waiting } from '../../features/library/web/shelf/Shelf.tsx';
import { type ShelfCounts, ShelfLinks } from '../../features/library/web/shelf/ShelfLinks.tsx';
import { SortSelect } from '../../features/library/web/shelf/SortSelect.tsx';
import {
  type ShelfName,
  type ShelfSort,
  shelfIn,
  shelfPath,
  shelfSortIn,
} from '../../features/library/web/shelf/shelves.ts';
import { shelfQuery } from '../../features/library/web/shelf/user-shelf.ts';
import { useReader } from '../../features/library/web/use-reader.ts';
import { KeptList } from '../../features/offline/web/KeptList.tsx';
import { useKept } from '../../features/offline/web/kept-store.ts';
import { useApi } from '../../web/api.tsx';
import { useText } from '../../web/i18n.tsx';
import { useInfiniteQuery } from '../../web/infinite-query.ts';
import type { PageModule } from '../../web/page.ts';
import { useQuery } from '../../web/query.ts';
import { useSearch } from '../../web/router.tsx';
import type { CurrentUser } from '../../web/session.ts';
import styles from './LibraryPage.module.css';

/** All books of a reader, shelf by shelf. Only the browser knows them: the server renders the frame. */
function LibraryPage() {
  const { t } = useText();
  const search = useSearch();
  const asked = { shelf: shelfIn(search), sort: shelfSortIn(search) };
  const reader = useReader();
  return (
    <div className={styles.page}>
      <LibraryHeader title={t('library.title')} />
      {reader === undefined && (
        <>
          <ShelfLinks {...asked} counts={{}} />
          <Waiting />
        </>
      )}
      {reader === null && <Visitors {...asked} />}
      {reader && <Users {...asked} reader={reader} />}
    </div>
  );
}

interface Asked {
  shelf: ShelfName;
  sort: ShelfSort;
}

function Visitors({ shelf, sort }: Asked) {
  const [gone, setGone] = useState<readonly string[]>([]);
  const entries = useKeptShelf()?.filter(({ bookUuid }) => !gone.includes(bookUuid));
  const counts: ShelfCounts = { offline: useKeptBooks() };
  for (const { state } of entries ?? []) counts[state] = (counts[state] ?? 0) + 1;
  const shown = entries?.filter(({ state }) => state === shelf);
  return (
    <>
      <ShelfLinks {...{ shelf, sort, counts }} />
      {shelf !== 'offline' && shelf !== 'following' && <SortSelect {...{ shelf, sort }} />}
      {shelf === 'offline' && <KeptList />}
      {shelf === 'following' && <FollowInvitation next={shelfPath('following', 'recent')} />}
      {shelf !== 'offline' &&
        shelf !== 'following' &&
        (shown === undefined ? (
          <Waiting />
        ) : shown.length === 0 ? (
          <EmptyShelf shelf={shelf} />
        ) : (
          <KeptShelf
            key={shelf}
            entries={shown}
            sort={sort}
            onGone={(bookUuids) => setGone((before) => [...before, ...bookUuids])}
          />
        ))}
    </>
  );
}

function Users({ shelf, sort, reader }: Asked & { reader: CurrentUser }) {
  const { language } = useText();
  const api = useApi();
  const state = shelf === 'offline' || shelf === 'following' ? 'reading' : shelf;
  const following = useQuery(followedQuery(api, reader.uuid)).data?.length;
  const list = useInfiniteQuery(shelfQuery({ api, userUuid: reader.uuid, language, state, sort }));
  const { counts } = list.data?.pages[0] ?? {};
  const renew = useEffectEvent(() => void list.refetch());
  useEffect(() => told.subscribe(renew), []);
  return (
    <>
      <ShelfLinks {...{ shelf, sort }} counts={{ ...counts, following, offline: useKeptBooks() }} />
      {shelf !== 'offline' && <SortSelect {...{ shelf, sort }} />}
      {shelf === 'offline' && <KeptList />}
      {shelf === 'following' && <FollowedShelf {...{ reader, sort }} />}
      {shelf === state && <UserShelf key={state} {...{ reader, state, sort }} />}
    </>
  );
}

/** How many books have chapters on this device; undefined until it has been looked up. */
function useKeptBooks(): number | undefined {
  const kept = useKept();
  return kept ? new Set(kept.map(({ bookUuid }) => bookUuid)).size : undefined;
}

export const libraryPage: PageModule = {
  Component: LibraryPage,
  searchKeys: ['shelf', 'sort'],
  head: ({ text }) => ({
    title: text.t('library.title'),
    description: text.t('library.description'),
    noindex: true,
  }),
};
