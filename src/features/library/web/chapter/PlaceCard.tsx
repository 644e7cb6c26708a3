import type { ReactNode } from 'react';
import { languageTags } from '../../../../shared/languages.ts';
import { paths } from '../../../../shared/paths.ts';
import { useText } from '../../../../web/i18n.tsx';
import { Link } from '../../../../web/router.tsx';
import card from '../../../../web/ui/Card.module.css';
import cardLink from '../../../../web/ui/CardLink.module.css';
import { classes } from '../../../../web/ui/classes.ts';
import { focusAfterRemoval } from '../../../../web/ui/focus-after-removal.ts';
import { IconButton } from '../../../../web/ui/IconButton.tsx';
import { CloseIcon } from '../../../../web/ui/icons.tsx';
import { Picture } from '../../../../web/ui/Picture.tsx';
import { Skeleton } from '../../../../web/ui/Skeleton.tsx';
import { showToast } from '../../../../web/ui/toasts.ts';
import { places } from '../memory.ts';
import type { Place } from '../places/places.ts';
import { ChapterName } from './ChapterName.tsx';
import styles from './PlaceCard.module.css';
import { ReadShare } from './ReadShare.tsx';
import { useReadOn } from './use-read-on.ts';

/** A book that is being read: its cover and where its reader is. All of it is one link, which goes on reading there. */
export function PlaceCard({
  place,
  facts,
  className,
}: {
  place: Place;
  facts?: ReactNode;
  className?: string | undefined;
}) {
  const { t } = useText();
  const { to, chapter, share } = useReadOn(place);
  const title = place.bookTitle ?? '';
  return (
    <article className={classes(card.card, card.raised, styles.card, className)} aria-busy={title === ''}>
      <Cover src={place.cover ?? null} title={title} />
      <div className={classes(card.words, card.lines)}>
        <h3 className={classes(card.title, styles.title)}>
          <Link to={to ?? paths.book(place.bookUuid)} className={classes(cardLink.link, card.oneLine)}>
            {title === '' ? (
              <Skeleton className={styles.titleSkeleton} />
            ) : (
              <span dir="auto" lang={place.textLanguage ?? (place.language && languageTags[place.language])}>
                {title}
              </span>
            )}
          </Link>
        </h3>
        <p className={styles.chapter}>{chapter ? <ChapterName {...chapter} /> : t('library.upToDate')}</p>
        {facts}
        {share !== null && <ReadShare percent={Math.round(share * 100)} className={styles.share} />}
      </div>
      <Remove place={place} />
    </article>
  );
}

function Remove({ place }: { place: Place }) {
  const { t } = useText();
  const title = place.bookTitle ?? '';

  function remove(button: Element) {
    const focusNext = focusAfterRemoval(button);
    const undo = places.remove(place.bookUuid);
    showToast({ text: t('library.removed', { title }), action: { label: t('library.undo'), act: undo } });
    focusNext();
  }

  return (
    <IconButton
      label={t('library.remove', { title })}
      className={styles.remove}
      onClick={(event) => remove(event.currentTarget)}
    >
      <CloseIcon />
    </IconButton>
  );
}

/** A small cover, or the title's first letter where there is none. */
export function Cover({ src, title }: { src: string | null; title: string }) {
  const [initial = ''] = title.match(/[\p{L}\p{N}]\p{M}*/u) ?? [];
  return (
    <Picture
      art={src === null ? null : { src }}
      alt=""
      sizes="72px"
      className={styles.cover}
      fallback={
        <span className={card.plate} aria-hidden="true">
          {initial.toLocaleUpperCase()}
        </span>
      }
    />
  );
}

/** The shape of one that is on its way. */
export function PlaceCardSkeleton() {
  return (
    <div className={classes(card.card, card.raised, styles.card)}>
      <Skeleton className={styles.cover} />
      <div className={classes(card.words, card.lines)}>
        <Skeleton className={styles.titleSkeleton} />
      </div>
    </div>
  );
}
