import { type CSSProperties, memo, useEffect, useRef } from 'react';
import type { Picture } from '../../../shared/wire.ts';
import { classes } from '../../../web/ui/classes.ts';
import { addressOfAttempt, sourcesOfAttempt } from './image-retry.ts';
import type { ImageState } from './image-states.ts';
import styles from './PageImage.module.css';

interface PageImageProps {
  page: Picture;
  index: number;
  alt: string;
  sizes: string;
  /** `first` before everything else, `soon` at once, `later` when it comes near the screen. */
  urgency: 'first' | 'soon' | 'later';
  state: ImageState;
  onLoad: (index: number) => void;
  onFail: (index: number, tries: number) => void;
}

/** One image of a chapter in the format and width that fit; a new element for each try, so that it is asked for anew. */
export const PageImage = memo(function PageImage(props: PageImageProps) {
  const { page, index, alt, sizes, urgency, state, onLoad, onFail } = props;
  const { attempt, tries } = state;
  const image = useRef<HTMLImageElement>(null);

  // An image of the server's markup may have arrived, or failed, before there was anybody to hear of it.
  useEffect(() => {
    const element = image.current;
    if (!element?.complete || !element.currentSrc) return;
    if (element.naturalWidth > 0) onLoad(index);
    else onFail(index, tries);
  }, [index, tries, onLoad, onFail]);

  return (
    <picture key={tries}>
      {sourcesOfAttempt(page.sources, { attempt, tries }).map(({ type, srcset }) => (
        <source key={type} type={type} srcSet={srcset} sizes={sizes} />
      ))}
      <img
        ref={image}
        className={classes(styles.image, state.status !== 'loading' && styles.absent)}
        alt={alt}
        width={page.width}
        height={page.height}
        loading={urgency === 'later' ? 'lazy' : undefined}
        fetchPriority={urgency === 'first' ? 'high' : undefined}
        decoding="async"
        draggable={false}
        onLoad={() => onLoad(index)}
        onError={() => onFail(index, tries)}
        src={addressOfAttempt(page.src, tries)}
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
