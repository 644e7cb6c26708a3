import { type CSSProperties, memo, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Picture } from '../../../../shared/wire.ts';
import { classes } from '../../../../web/ui/classes.ts';
import { afterWaiting, patienceMs } from './image-patience.ts';
import { addressOfAttempt, sourcesOfAttempt } from './image-retry.ts';
import type { ImageState } from './image-states.ts';
import styles from './PageImage.module.css';
import { isSamePicture } from './signed-pictures.ts';
import type { ImageFailure } from './use-page-images.ts';

interface PageImageProps {
  page: Picture;
  index: number;
  alt: string;
  sizes: string;
  /** `first` before everything else, `soon` at once, `later` when it comes near the screen. */
  urgency: 'first' | 'soon' | 'later';
  /** False: the image has only its room, and no address; an image that was there gives its memory back. */
  isAsked?: boolean;
  state: ImageState;
  onLoad?: (index: number, address: string) => void;
  onFail: (failure: ImageFailure) => void;
  /**
   * Called when the image has kept its reader waiting, so that others may load. Without it the browser waits as long as
   * it likes.
   */
  onPass?: (index: number, tries: number) => void;
}

/**
 * One image of a chapter in the format and width that fit. Each try is a new element, so that the browser asks again.
 * An image that has arrived keeps its address when the chapter's addresses are renewed.
 */
export const PageImage = memo(function PageImage(props: PageImageProps) {
  const { page, index, alt, sizes, urgency, isAsked = true, state, onLoad, onFail, onPass } = props;
  const { attempt, tries, status } = state;
  const image = useRef<HTMLImageElement>(null);
  const [shown, setShown] = useState({ picture: page, isLoaded: false });
  const { picture } = shown;
  const isSettled = isAsked && shown.isLoaded && isSamePicture(picture, page);
  if ((picture !== page && status === 'loading' && !isSettled) || (!isAsked && shown.isLoaded)) {
    setShown({ picture: page, isLoaded: false });
  }

  const arrive = () => {
    setShown((before) => (before.isLoaded ? before : { ...before, isLoaded: true }));
    onLoad?.(index, image.current?.currentSrc ?? '');
  };
  const fail = () => onFail({ index, tries, address: picture.src });

  // An image of the server's markup may have arrived, or failed, before there was anybody to hear of it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a look at each new element, not at each new closure
  useEffect(() => {
    const element = image.current;
    if (!isAsked || !element?.complete || !element.currentSrc) return;
    if (element.naturalWidth > 0) arrive();
    else fail();
  }, [index, tries, isAsked]);

  const look = useEffectEvent((looks: number) => {
    const next = afterWaiting(looks, { hasBegun: (image.current?.naturalWidth ?? 0) > 0 });
    if (next === 'fail') fail();
    if (next === 'pass') onPass?.(index, tries);
  });
  const isAwaited = onPass !== undefined && isAsked && status === 'loading' && !shown.isLoaded;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try is waited for anew
  useEffect(() => {
    if (!isAwaited) return;
    let looks = 0;
    const timer = setInterval(() => {
      looks += 1;
      look(looks);
    }, patienceMs);
    return () => clearInterval(timer);
  }, [isAwaited, tries]);

  return (
    <picture key={tries}>
      {isAsked &&
        sourcesOfAttempt(picture.sources, { attempt, tries }).map(({ type, srcset }) => (
          <source key={type} type={type} srcSet={srcset} sizes={sizes} />
        ))}
      <img
        ref={image}
        className={classes(styles.image, status !== 'loading' && styles.absent)}
        alt={alt}
        width={page.width}
        height={page.height}
        loading={urgency === 'later' ? 'lazy' : undefined}
        fetchPriority={urgency === 'first' ? 'high' : undefined}
        decoding="async"
        draggable={false}
        onLoad={arrive}
        onError={fail}
        src={isAsked ? addressOfAttempt(picture.src, tries) : undefined}
      />
    </picture>
  );
});

/** An image's room and its blurred colours, before it is there. */
export function roomOf(page: Picture): CSSProperties {
  return {
    '--width': page.width,
    '--height': page.height,
    '--placeholder': `url(${page.placeholder})`,
  } as CSSProperties; // custom properties are not in React's type
}
