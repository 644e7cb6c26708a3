import { useEffect, useRef, useState } from 'react';
import { paths } from '../../../../shared/paths.ts';
import { useText } from '../../../../web/i18n.tsx';
import { withNext } from '../../../../web/next-address.ts';
import { Link, useNavigate, useOpenedPage } from '../../../../web/router.tsx';
import { classes } from '../../../../web/ui/classes.ts';
import { HeartIcon } from '../../../../web/ui/icons.tsx';
import { useIsBrowser } from '../../../../web/use-is-browser.ts';
import type { ReadableChapter } from '../chapter/chapter.ts';
import { useButtonAction } from '../chapter/reader.ts';
import { useViewer } from '../chapter/viewer.ts';
import styles from './Like.module.css';
import { useLike } from './use-like.ts';

interface LikeProps {
  chapterUuid: string;
  chapter: ReadableChapter;
  /** Whether the answer was made for this reader; otherwise it is not known whether they like the chapter. */
  isOwn: boolean;
  /** `end`: with a sentence, at the chapter's end. `bar`: short; keys press this one. */
  look?: Look;
}

type Look = 'bar' | 'end';

/** The like of a chapter. A press replaces the button by a sign that this reader likes it. */
export function Like({ chapterUuid, chapter, isOwn, look = 'bar' }: LikeProps) {
  const viewer = useViewer();
  const like = useLike({ chapterUuid, bookUuid: chapter.book_uuid });
  const [isPressed, setPressed] = useState(false);
  const { already_favor: isLiked, total_likes: totalLikes } = chapter;
  if (viewer === null) return <VisitorsLike {...{ totalLikes, look }} />;
  if (!isOwn) return <LikeRoom {...{ totalLikes, look }} />;
  if (isLiked) return <Liked {...{ totalLikes, look }} pops={isPressed} />;
  const press = () => {
    setPressed(true);
    like();
  };
  return <LikeButton {...{ totalLikes, look, press }} />;
}

function LikeButton({ totalLikes, look, press }: Worded & { press: () => void }) {
  useButtonAction(look === 'bar' ? 'like' : null, press);
  return (
    <button type="button" className={styles.like} onClick={press}>
      <HeartIcon />
      <LikeWords {...{ totalLikes, look }} />
    </button>
  );
}

interface Worded {
  totalLikes: number;
  look: Look;
}

/** A visitor is led to the login and back here. The server renders it for all; the style sheet hides it from users. */
function VisitorsLike({ totalLikes, look }: Worded) {
  const { path, search } = useOpenedPage();
  const isBrowser = useIsBrowser();
  const navigate = useNavigate();
  const login = withNext(paths.login(), path + search);
  useButtonAction(look === 'bar' ? 'like' : null, () => navigate(login));
  return (
    <Link to={login} className={classes(styles.like, !isBrowser && styles.forVisitors)} rel="nofollow">
      <HeartIcon />
      <LikeWords {...{ totalLikes, look }} />
    </Link>
  );
}

/** Holds the button's room until the reader's own answer comes. */
function LikeRoom({ totalLikes, look }: Worded) {
  return (
    <span className={classes(styles.like, styles.room)} aria-hidden="true">
      <HeartIcon />
      <LikeWords {...{ totalLikes, look }} />
    </span>
  );
}

function Liked({ totalLikes, look, pops }: Worded & { pops: boolean }) {
  const { t } = useText();
  const place = useRef<HTMLParagraphElement>(null);

  // The pressed button, which had the focus, is gone: its place takes the focus, for those who use the keyboard.
  useEffect(() => {
    if (pops && document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [pops]);

  return (
    <p ref={place} tabIndex={-1} className={classes(styles.like, styles.liked, pops && styles.pops)}>
      <HeartIcon filled />
      {look === 'end' ? t('reading.liked') : <Counted hidden={t('reading.liked')} totalLikes={totalLikes} />}
    </p>
  );
}

function LikeWords({ totalLikes, look }: Worded) {
  const { t } = useText();
  if (look === 'end') return t('reading.likeAtEnd');
  return <Counted hidden={t('reading.like')} totalLikes={totalLikes} />;
}

/** The number is what is seen; what it counts is heard. */
function Counted({ hidden, totalLikes }: { hidden: string; totalLikes: number }) {
  const { t } = useText();
  return (
    <>
      <span className="visually-hidden">{hidden}</span>
      {totalLikes > 0 && <span className={styles.count}>{t('reading.likes', { count: totalLikes })}</span>}
    </>
  );
}
