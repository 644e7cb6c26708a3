import { useEffect } from 'react';
import { membershipPath, paths } from '../../../../shared/paths.ts';
import { useApi } from '../../../../web/api.tsx';
import { useText } from '../../../../web/i18n.tsx';
import { withNext } from '../../../../web/next-address.ts';
import { useQuery } from '../../../../web/query.ts';
import { Link, useOpenedPage } from '../../../../web/router.tsx';
import { useSite } from '../../../../web/site.tsx';
import { buttonClass } from '../../../../web/ui/Button.tsx';
import { LockIcon } from '../../../../web/ui/icons.tsx';
import { useReturns } from '../../../../web/use-returns.ts';
import { AccessLabel } from '../../../catalog/web/openings/AccessLabel.tsx';
import type { LockReason, OpenedChapter } from '../chapter/chapter.ts';
import { tagOf } from '../chapter/chapter-place.ts';
import { lockId } from '../chapter/describe-chapter.ts';
import { lockQuery } from '../chapter/lock-offer.ts';
import { membershipQuery } from '../chapter/membership.ts';
import { useReader } from '../chapter/reader.ts';
import { useViewer, viewerUuid } from '../chapter/viewer.ts';
import { noteReading } from '../place/note-reading.ts';
import styles from './ChapterLock.module.css';
import { Had, Preview } from './LockFacts.tsx';
import { Opens } from './Opens.tsx';
import { PlanOffers } from './PlanOffers.tsx';

export interface LockProps {
  reason: LockReason;
  /** The locked answer; null where the open chapter on the screen has all facts. */
  opened: Extract<OpenedChapter, { state: 'locked' }> | null;
  ask: () => void;
  /** The chapter's right ended while it was read: what is on the screen stays. */
  isLost: boolean;
}

/** Why a chapter stays closed, and the ways to open it. */
export function ChapterLock({ isLost, ...lock }: LockProps) {
  return isLost ? <LostNotice {...lock} /> : <LockNotice {...lock} />;
}

type NoticeProps = Omit<LockProps, 'isLost'>;

/**
 * Stands in the place of the chapter. It asks again when the reader comes back, who may have got the right meanwhile.
 */
function LockNotice({ reason, opened, ask }: NoticeProps) {
  const { t, language } = useText();
  const api = useApi();
  const viewer = useViewer();
  const { place } = useReader();
  const { chapterUuid, number, bookUuid, bookTitle, words } = place;
  const { data: offer } = useQuery(lockQuery(api, { chapterUuid, language }));
  const isExpired = reason === 'membership_expired';
  useSessionCheck({ enabled: viewer !== null && !isExpired });
  useReturns(ask);
  useEffect(() => {
    // Before the viewer is known this is the lock rendered for everybody, which may still open: no event yet.
    if (viewer === viewerUuid()) noteReading(api, { name: 'lock_seen', bookUuid, chapterUuid, language });
  }, [api, viewer, bookUuid, chapterUuid, language]);
  return (
    <section
      id={lockId}
      aria-labelledby="lock-title"
      className={styles.lock}
      // Until the viewer is known this is the visitor's lock, which the style sheet hides from users.
      data-visitors={viewer === null ? '' : undefined}
    >
      <div className={styles.bubble}>
        <p className={styles.facts}>
          <span>{t('reading.chapterNumber', { number })}</span>
          <bdi lang={tagOf(words)}>{bookTitle}</bdi>
          <span className={styles.mark}>
            <LockIcon />
            {t('reading.membersOnly')}
          </span>
        </p>
        {offer?.preview && <Preview preview={offer.preview} words={words} />}
        <h2 id="lock-title" className={styles.title}>
          {t(isExpired ? 'reading.expired' : 'reading.locked')}
        </h2>
        <p className={styles.text}>{t(isExpired ? 'reading.expiredText' : 'reading.lockedText')}</p>
        {opened?.had && <Had had={opened.had} />}
        {offer && <Opens opens={offer.opens} />}
        {opened && <AccessLabel access={opened.chapter.access} className={styles.opens} />}
        {offer && <PlanOffers offer={offer} />}
        <Ways isExpired={isExpired} isVisitor={viewer === null} />
        <Link to={paths.book(bookUuid)} className={styles.free}>
          {t('reading.toFreeChapters')}
        </Link>
      </div>
    </section>
  );
}

function Ways({ isExpired, isVisitor }: { isExpired: boolean; isVisitor: boolean }) {
  const { t } = useText();
  const { sells } = useSite();
  const { path, search } = useOpenedPage();
  const profile = withNext(paths.profile(), path + search);
  return (
    <div className={styles.ways}>
      <Link to={`${profile}#top-up`} className={buttonClass({ variant: 'primary', size: 'large' })} rel="nofollow">
        {t(isExpired ? 'reading.topUp' : 'reading.buyNow')}
      </Link>
      {isVisitor && <MemberLogin />}
      <Link to={`${profile}#coupon`} className={buttonClass({ variant: 'quiet' })} rel="nofollow">
        {t('membership.useCoupon')}
      </Link>
      {sells && (
        <Link to={withNext(membershipPath, path + search)} className={buttonClass({ variant: 'quiet' })} rel="nofollow">
          {t('app.comparePlans')}
        </Link>
      )}
    </div>
  );
}

/** Beside a chapter whose right ended while it was read: what is on the screen stays, the way on is one press away. */
function LostNotice({ reason, ask }: Pick<NoticeProps, 'reason' | 'ask'>) {
  const { t } = useText();
  const { path, search, params } = useOpenedPage();
  const isExpired = reason === 'membership_expired';
  useReturns(ask);
  return (
    <section role="status" className={styles.lost}>
      <p className={styles.what}>{t(isExpired ? 'reading.expired' : 'reading.locked')}</p>
      {isExpired && <p>{t('reading.expiredText')}</p>}
      <p>{t('reading.placeKept')}</p>
      <div className={styles.waysOn}>
        <Link to={`${withNext(paths.profile(), path + search)}#top-up`} className={buttonClass({ variant: 'primary' })}>
          {t(isExpired ? 'reading.topUp' : 'reading.buyNow')}
        </Link>
        <Link to={paths.book(params.bookid ?? '')} className={buttonClass({ variant: 'quiet' })}>
          {t('reading.toBook')}
        </Link>
      </div>
    </section>
  );
}

/** A member who is not logged in comes back here from the login. */
function MemberLogin() {
  const { t } = useText();
  const { path, search } = useOpenedPage();
  return (
    <Link to={withNext(paths.login(), path + search)} className={buttonClass({ variant: 'quiet' })} rel="nofollow">
      {t('reading.memberLogin')}
    </Link>
  );
}

/**
 * Checks the session of a user who is refused. If the session was ended elsewhere, chapters are answered as to a
 * visitor; only this call tells that it ended (spec: http.md#who-asks). The client then offers the login.
 */
function useSessionCheck({ enabled }: { enabled: boolean }): void {
  useQuery({ ...membershipQuery(useApi()), enabled, refetchOnMount: 'always' });
}
