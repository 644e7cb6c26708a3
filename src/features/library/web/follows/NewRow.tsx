import { useEffect, useEffectEvent, useState } from 'react';
import type { Language } from '../../../../shared/languages.ts';
import { paths } from '../../../../shared/paths.ts';
import { useApi } from '../../../../web/api.tsx';
import type { ApiClient } from '../../../../web/api-client.ts';
import { useText } from '../../../../web/i18n.tsx';
import { queryOptions, useQuery } from '../../../../web/query.ts';
import { Link } from '../../../../web/router.tsx';
import { keep, readKept } from '../../../../web/session.ts';
import { useSite } from '../../../../web/site.tsx';
import { Carousel, RowHead } from '../../../../web/ui/Carousel.tsx';
import { classes } from '../../../../web/ui/classes.ts';
import { showToast } from '../../../../web/ui/toasts.ts';
import row from '../HomeRow.module.css';
import { useReadings } from '../memory.ts';
import { markOf } from '../places/place-rules.ts';
import room from './NewForYou.module.css';
import styles from './NewRow.module.css';
import { UpdateCard } from './UpdateCard.tsx';

const mostCards = 12;

/** The newest unread chapter of each followed book. A row that comes without room is only offered, so that it moves nothing. */
export function NewRow({ userUuid }: { userUuid: string }) {
  const { t, language } = useText();
  const name = useSite().rowTitles?.newForYou ?? t('library.newForYou');
  const readingOf = useReadings();
  const asked = useQuery(newQuery({ api: useApi(), userUuid, language }));
  const [hadRoom] = useState(() => readKept('NO_NEWS') !== true);
  const [isShown, setShown] = useState(hadRoom || asked.data !== undefined);
  // What was read on this device may not have reached the account yet.
  const news = asked.data?.result
    .filter((chapter) => markOf(chapter.chapter_number, readingOf(chapter.book_uuid)).kind === 'unread')
    .slice(0, mostCards);
  const count = news?.length;

  const tell = useEffectEvent((books: number) => {
    keep('NO_NEWS', books === 0);
    if (books === 0 || isShown) return;
    showToast({
      text: t('library.newLate', { count: books }),
      action: {
        label: t('library.newShow'),
        act: () => {
          setShown(true);
          scrollTo({ top: 0 });
        },
      },
    });
  });
  useEffect(() => {
    if (count !== undefined) tell(count);
  }, [count]);

  if (!isShown) return null;
  if (!news) return <div className={room.row} />;
  if (news.length === 0)
    return hadRoom ? <p className={classes(room.row, styles.none)}>{t('library.newNone')}</p> : null;
  return (
    <section aria-labelledby="new" className={room.row}>
      <RowHead id="new" title={name}>
        <Link to={paths.updates()}>{t('library.updates')}</Link>
      </RowHead>
      <Carousel
        label={name}
        backLabel={t('library.newBack')}
        forwardLabel={t('library.newForward')}
        step={(rowWidth) => rowWidth * 0.8}
        className={row.carousel}
      >
        {news.map((chapter) => (
          <li key={chapter.chapter_uuid} className={row.item}>
            <UpdateCard chapter={chapter} {...readingOf(chapter.book_uuid)} />
          </li>
        ))}
      </Carousel>
    </section>
  );
}

/** The newest unread chapter of each followed book; some more, of which this device may know that they are read. */
function newQuery({ api, userUuid, language }: { api: ApiClient; userUuid: string; language: Language }) {
  return queryOptions({
    queryKey: ['updates', 'new', userUuid, language],
    queryFn: () => api.get('/user/updates', { query: { language, per_book: 'true', page_size: 100 } }),
  });
}
