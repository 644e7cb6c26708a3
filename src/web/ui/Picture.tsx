import { type ReactNode, useEffect, useRef, useState } from 'react';
import { classes } from './classes.ts';
import styles from './Picture.module.css';

type Art = {
  src: string;
  sources?: { type: string; srcset: string }[];
  width?: number;
  height?: number;
  placeholder?: string;
  color?: string;
};

/**
 * A picture filling the box it is put in: its colour and tiny placeholder at once, the best format when it arrives,
 * `fallback` when there is none or it breaks. `sizes` tells the browser how wide it will stand.
 */
export function Picture({
  art,
  alt,
  sizes,
  fallback,
  eager = false,
  urgent = false,
  className,
}: {
  art: Art | null;
  alt: string;
  sizes: string;
  fallback: ReactNode;
  /** Loaded at once: for what is seen first. */
  eager?: boolean;
  /** Before everything else: for the one or two that make the first impression. */
  urgent?: boolean;
  className?: string | undefined;
}) {
  const [broken, setBroken] = useState<string | null>(null);
  const image = useRef<HTMLImageElement>(null);
  const src = art?.src;

  // A picture of the server's markup may have failed before there was anybody to hear its error event.
  useEffect(() => {
    const shown = image.current;
    if (src && shown?.complete && shown.naturalWidth === 0 && shown.currentSrc) setBroken(src);
  }, [src]);

  if (!art || broken === art.src) return <div className={classes(styles.box, className)}>{fallback}</div>;
  return (
    // Nothing but sources and the image within: at any other element browsers that read ahead lose sight of the sources and
    // fetch the fallback besides.
    <picture
      className={classes(styles.box, className)}
      style={{
        backgroundColor: art.color,
        backgroundImage: art.placeholder && `url("${art.placeholder}")`,
      }}
    >
      {art.sources?.map((source) => (
        <source key={source.type} type={source.type} srcSet={source.srcset} sizes={sizes} />
      ))}
      <img
        ref={image}
        className={styles.image}
        src={art.src}
        alt={alt}
        width={art.width}
        height={art.height}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={urgent ? 'high' : 'auto'}
        decoding="async"
        draggable={false}
        onError={() => setBroken(art.src)}
      />
    </picture>
  );
}
