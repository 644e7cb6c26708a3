import { useId, useState } from 'react';
import { paths } from '../../../../shared/paths.ts';
import { useApi } from '../../../../web/api.tsx';
import { byDay } from '../../../../web/by-day.ts';
import { writeTime } from '../../../../web/date-time.ts';
import { useText } from '../../../../web/i18n.tsx';
import { withNext } from '../../../../web/next-address.ts';
import type { PageModule } from '../../../../web/page.ts';
import { Link } from '../../../../web/router.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import { Dialog } from '../../../../web/ui/Dialog.tsx';
import { LoadWhenSeen } from '../../../../web/ui/LoadWhenSeen.tsx';
import { Notice } from '../../../../web/ui/Notice.tsx';
import { useIsBrowser } from '../../../../web/use-is-browser.ts';
import { PlaceCard } from '../chapter/PlaceCard.tsx';
import { PlaceCardsWaiting } from '../chapter/PlaceCardsWaiting.tsx';
import { LibraryHeader } from '../LibraryHeader.tsx';
import { clearMemory, usePlaces } from '../memory.ts';
import { NothingYet } from '../NothingYet.tsx';
import type { Place } from '../places/places.ts';
import { useReader } from '../use-reader.ts';
import styles from './HistoryPage.module.css';

const shownAtOnce = 30;

/** Everything that was read, newest first. Only the browser knows it: the server renders the frame. */
function HistoryPage() {
  const { t } = useText();
  const places = usePlaces();
  const reader = useReader();
  const isBrowser = useIsBrowser();
  return (
    <div className={styles.page}>
      <LibraryHeader title={t('library.history')} />
      {reader === null && places.length > 0 && <LocalOnly />}
      {!isBrowser && <PlaceCardsWaiting count={2} className={styles.list} />}
      {isBrowser && places.length === 0 && (
        <NothingYet title={t('library.nothingRead')} text={t('library.nothingReadText')} />
      )}
      {places.length > 0 && (
        <>
          <Days places={places} />
          <Clear isUser={Boolean(reader)} />
        </>
      )}
    </div>
  );
}

function Days({ places }: { places: readonly Place[] }) {
  const { t, language } = useText();
  const id = useId();
  const [count, setCount] = useState(shownAtOnce);
  const days = byDay(places.slice(0, count), { language, now: new Date(), momentOf: (place) => place.updatedAt });
  return (
    <>
      {days.map(({ date, kind, items }, index) => (
        <section key={date} aria-labelledby={`${id}-${index}`} className={styles.day}>
          <h2 id={`${id}-${index}`} className={styles.date}>
            {kind === 'other' ? date : t(`library.${kind}`)}
          </h2>
          <ul className={styles.list}>
            {items.map((place) => (
              <li key={place.bookUuid} className={styles.item}>
                <PlaceCard
                  place={place}
                  facts={
                    <time dateTime={place.updatedAt} className={styles.time}>
                      {writeTime(place.updatedAt, language)}
                    </time>
                  }
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {count < places.length && <LoadWhenSeen key={count} load={() => setCount(count + shownAtOnce)} />}
    </>
  );
}

/** A visitor's history is this browser's own. */
function LocalOnly() {
  const { t } = useText();
  return (
    <p className={styles.local}>
      {t('library.localOnly')} <Link to={withNext(paths.login(), paths.history())}>{t('library.login')}</Link>
    </p>
  );
}

function Clear({ isUser }: { isUser: boolean }) {
  const { t } = useText();
  const api = useApi();
  const [state, setState] = useState<'closed' | 'asking' | 'clearing' | 'failed'>('closed');
  const isOpen = state !== 'closed';

  async function clear(): Promise<void> {
    setState('clearing');
    try {
      await clearMemory(isUser ? api : null);
      setState('closed');
    } catch {
      setState('failed');
    }
  }

  return (
    <>
      <Button className={styles.clear} onClick={() => setState('asking')}>
        {t('library.clear')}
      </Button>
      <Dialog
        open={isOpen}
        title={t('library.clear')}
        closeLabel={t('library.keepHistory')}
        onClose={() => setState('closed')}
      >
        <p className={styles.ask}>{t(isUser ? 'library.clearTextUser' : 'library.clearText')}</p>
        {state === 'failed' && <Notice>{t('library.clearFailed')}</Notice>}
        <div className={styles.actions}>
          <Button variant="primary" disabled={state === 'clearing'} onClick={() => void clear()}>
            {t('library.clear')}
          </Button>
          <Button onClick={() => setState('closed')}>{t('library.keepHistory')}</Button>
        </div>
      </Dialog>
    </>
  );
}

export const historyPage: PageModule = {
  Component: HistoryPage,
  head: ({ text }) => ({
    title: text.t('library.history'),
    description: text.t('library.historyDescription'),
    noindex: true,
  }),
};
