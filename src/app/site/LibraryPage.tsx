import { followedQuery } from '../../features/library/web/follows/follows.ts';
import { LibraryHeader } from '../../features/library/web/LibraryHeader.tsx';
import { countsOf, type KeptEntry, useKeptShelf } from '../../features/library/web/shelf/kept-shelf.ts';
import {
  EmptyShelf,
  FollowedShelf,
  FollowInvitation,
  KeptShelf,
  Waiting,
} from '../../features/library/web/shelf/Shelf.tsx';
import { ShelfLinks } from '../../features/library/web/shelf/ShelfLinks.tsx';
import { type ShelfName, shelfIn } from '../../features/library/web/shelf/shelves.ts';
import { useReader } from '../../features/library/web/use-reader.ts';
import { KeptList } from '../../features/offline/web/KeptList.tsx';
import { useKept } from '../../features/offline/web/kept-store.ts';
import { useApi } from '../../web/api.tsx';
import { useText } from '../../web/i18n.tsx';
import type { PageModule } from '../../web/page.ts';
import { useQuery } from '../../web/query.ts';
import { useSearch } from '../../web/router.tsx';
import { useIsBrowser } from '../../web/use-is-browser.ts';
import styles from './LibraryPage.module.css';

/** All books of a reader, shelf by shelf. Only the browser knows them: the server renders the frame. */
function LibraryPage() {
  const { t } = useText();
  const shelf = shelfIn(useSearch());
  const isBrowser = useIsBrowser();
  return (
    <div className={styles.page}>
      <LibraryHeader title={t('library.title')} />
      {isBrowser ? (
        <Shelves shelf={shelf} />
      ) : (
        <>
          <ShelfLinks shelf={shelf} counts={{}} />
          <Waiting />
        </>
      )}
    </div>
  );
}

function Shelves({ shelf }: { shelf: ShelfName }) {
  const reader = useReader();
  const followed = useQuery(followedQuery(useApi(), reader?.uuid)).data;
  const entries = useKeptShelf();
  const kept = useKept();
  const on = (state: KeptEntry['state']) => entries?.filter((entry) => entry.state === state) ?? null;
  const counts = {
    ...countsOf(entries),
    following: reader ? (followed?.length ?? null) : null,
    offline: kept && new Set(kept.map(({ bookUuid }) => bookUuid)).size,
  };
  return (
    <>
      <ShelfLinks shelf={shelf} counts={counts} />
      {shelf === 'offline' ? (
        <KeptList />
      ) : shelf === 'following' ? (
        reader ? (
          <FollowedShelf reader={reader} />
        ) : (
          <FollowInvitation />
        )
      ) : on(shelf)?.length === 0 ? (
        <EmptyShelf shelf={shelf} />
      ) : (
        <KeptShelf key={shelf} entries={on(shelf)} />
      )}
    </>
  );
}

export const libraryPage: PageModule = {
  Component: LibraryPage,
  searchKeys: ['shelf'],
  head: ({ text }) => ({
    title: text.t('library.title'),
    description: text.t('library.description'),
    noindex: true,
  }),
};
