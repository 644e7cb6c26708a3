import type { ReactNode } from 'react';
import { createPart, usePart } from '../../../../web/part.ts';
import type { ChapterPlace } from '../chapter/chapter-place.ts';
import { useReader } from '../chapter/reader.ts';
import styles from './ChapterEnd.module.css';

const followPart = createPart(() =>
  import('../../../library/web/follows/FollowButton.tsx').then((module) => module.FollowButton),
);

interface EndExtrasProps {
  /** Renders the button that keeps the chapter offline; passed in, since that is another feature. */
  keep: ((place: ChapterPlace) => ReactNode) | undefined;
  like: ReactNode;
}

/** Further actions at a chapter's end. */
export function EndExtras({ keep, like }: EndExtrasProps) {
  const { place } = useReader();
  // If this code does not load, the book's page still has the button to follow.
  const { Component: FollowButton } = usePart(followPart);
  return (
    <>
      {like}
      {FollowButton ? <FollowButton bookUuid={place.bookUuid} /> : <span className={styles.followRoom} />}
      {keep?.(place)}
    </>
  );
}
