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
 * A picture that fills its box. Its colour and tiny placeholder are there at once, then the best format comes.
 * `fallback` stands in where there is no picture, or it fails to load. `sizes` gives the browser its width.
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
  /** Loaded at once: for pictures of the first screen. */
  eager?: boolean;
  /** Loaded before everything else: for the one or two main pictures. */
  urgent?: boolean;
  className?: string | undefined;
}) {
  const [broken, setBroken] = useState<string | null>(null);
  const image = useRef<HTMLImageElement>(null);
  const src = art?.src;

  // A picture of the server's markup may have failed before a listener for its error event was added.
  useEffect(() => {
    const shown = image.current;
    if (src && shown?.complete && shown.naturalWidth === 0 && shown.currentSrc) setBroken(src);
  }, [src]);

  // The last source has the type of `src`, which every browser shows.
  const better = art?.sources?.slice(0, -1);
  const plain = art?.sources?.at(-1);

  if (!art || broken === art.src) return <div className={classes(styles.box, className)}>{fallback}</div>;
  return (
    // Only sources and the image are inside: with any other element, preload scanners miss the sources and also fetch
    // the fallback.
    <picture
      className={classes(styles.box, className)}
      style={{
        backgroundColor: art.color,
        backgroundImage: art.placeholder && `url(${art.placeholder})`,
      }}
    >
      {better?.map((source) => (
        <source key={source.type} type={source.type} srcSet={source.srcset} sizes={sizes} />
      ))}
      <img
        ref={image}
        className={styles.image}
        sizes={plain && sizes}
        srcSet={plain?.srcset}
        src={art.src}
        alt={alt}
        width={art.width}
        height={art.height}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={urgent ? 'high' : undefined}
        decoding="async"
        draggable={false}
        onError={() => setBroken(art.src)}
      />
    </picture>
  );
}
