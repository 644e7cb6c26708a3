import type { CSSProperties, Ref } from 'react';
import type { Cover } from '../../../shared/wire.ts';
import { Picture } from '../../../web/ui/Picture.tsx';
import styles from './BookCover.module.css';
import { coverTransition } from './cover-transition.ts';

/** A cover, 3 : 4, or the title's first letter on halftone where there is no cover or it fails to load. */
export function BookCover({
  book,
  alt = '',
  sizes,
  eager = false,
  urgent = false,
  grows = false,
  ref,
}: {
  book: { uuid: string; title: string; cover: Cover | null };
  alt?: string;
  sizes: string;
  eager?: boolean;
  urgent?: boolean;
  /** Whether this cover moves between its list and its page. */
  grows?: boolean;
  ref?: Ref<HTMLDivElement>;
}) {
  return (
    <div
      ref={ref}
      data-cover=""
      className={styles.cover}
      style={grows ? { viewTransitionName: coverTransition } : undefined}
    >
      <Picture
        art={book.cover}
        alt={alt}
        sizes={sizes}
        eager={eager}
        urgent={urgent}
        className={styles.picture}
        fallback={<Placeholder book={book} />}
      />
    </div>
  );
}

function Placeholder({ book }: { book: { uuid: string; title: string } }) {
  const [initial = '?'] = book.title.match(/[\p{L}\p{N}]\p{M}*/u) ?? [];
  return (
    <div className={styles.placeholder} style={{ '--hue': hueOf(book.uuid) } as CSSProperties} aria-hidden="true">
      <span className={styles.initial}>{initial.toLocaleUpperCase()}</span>
    </div>
  );
}

/** Each book without a cover has a constant colour of its own. */
function hueOf(uuid: string): number {
  return Number.parseInt(uuid.slice(0, 4), 16) % 360;
}
