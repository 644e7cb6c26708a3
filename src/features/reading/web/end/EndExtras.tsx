import type { ReactNode } from 'react';
import { createPart, usePart } from '../../../../web/part.ts';
import type { ChapterPlace } from '../chapter/chapter-place.ts';
import { useReader } from '../chapter/reader.ts';
import styles from './ChapterEnd.module.css';

const followPart = createPart(() =>
  import('../../../library/web/follows/FollowButton.tsx').then((module) => module.FollowButton),
);

interface EndExtrasProps {
  /** Keeps the chapter on this device; the site's own part. */
  keep: ((place: ChapterPlace) => ReactNode) | undefined;
  like: ReactNode;
}

/** Further actions at a chapter's end. */
export function EndExtras({ keep, like }: EndExtrasProps) {
  const { place } = useReader();
  // Without its code the book's own page still offers to follow it.
  const { Component: FollowButton } = usePart(followPart);
  return (
    <>
      {like}
      {FollowButton ? <FollowButton bookUuid={place.bookUuid} /> : <span className={styles.followRoom} />}
      {keep?.(place)}
    </>
  );
}
