import { type ReactNode, type RefObject, useEffect, useImperativeHandle, useLayoutEffect } from 'react';
import { useText } from '../../../../web/i18n.tsx';
import { IconButton } from '../../../../web/ui/IconButton.tsx';
import { BackIcon, ForwardIcon } from '../../../../web/ui/icons.tsx';
import type { ComicPage } from '../../contract.ts';
import type { ContentHandle } from '../content-handle.ts';
import { BrokenImage } from '../strip/BrokenImage.tsx';
import { indexOfPage } from '../strip/chapter-pages.ts';
import { PageImage, roomOf } from '../strip/PageImage.tsx';
import { pageSizes } from '../strip/page-sizes.ts';
import type { Renewal } from '../strip/signed-pictures.ts';
import { useAheadLoading } from '../strip/use-ahead-loading.ts';
import { usePageImages } from '../strip/use-page-images.ts';
import styles from './PagedBook.module.css';

interface PagedBookProps {
  pages: readonly ComicPage[];
  renewal: Renewal;
  readingDirection: 'ltr' | 'rtl';
  handle: RefObject<ContentHandle | null>;
  /** The page that is open; `pages.length` is what follows the last one. */
  index: number;
  onTurn: (index: number) => void;
  onPastEnd: () => void;
  onImage: (index: number) => void;
  onQuiet: (isQuiet: boolean) => void;
  /** What follows the last page, in the place of a page. */
  after: ReactNode;
}

/** Pages further away than so many give their memory back. */
const kept = 6;

/** A chapter page by page, with its neighbours ready behind the open one. */
export function PagedBook(props: PagedBookProps) {
  const { pages, renewal, readingDirection, handle, index, onTurn, onPastEnd, onImage, onQuiet, after } = props;
  const { t } = useText();
  const images = usePageImages({ pictures: pages, renewal });
  const { asked, see, arrive, pass, isQuiet } = useAheadLoading({ count: pages.length, images });
  useEffect(() => onQuiet(isQuiet), [isQuiet, onQuiet]);
  const isNear = (at: number) => (asked ? at === index || asked.has(at) : Math.abs(at - index) <= 1);
  const near = pages.map((page, at) => ({ page, at })).filter(({ at }) => isNear(at));

  useLayoutEffect(() => {
    const open = Math.min(index, pages.length - 1);
    see({ visible: { first: open, last: open }, near: { first: open - kept, last: open + kept } });
  }, [index, pages.length, see]);

  useImperativeHandle(handle, () => ({
    // A page is seen as a whole: it is open, or it is not.
    position: () => ({ index: pages[index]?.page ?? pages.at(-1)?.page ?? 0, fraction: 0 }),
    goTo(position) {
      onTurn(indexOfPage(pages, position.index));
    },
    move(turn) {
      if (turn === 'next' && index >= pages.length) return onPastEnd();
      onTurn(Math.min(pages.length, Math.max(0, index + (turn === 'next' ? 1 : -1))));
    },
  }));

  return (
    <>
      <div className={styles.book} hidden={index >= pages.length}>
        {near.map(({ page, at }) => (
          <div
            key={at}
            className={styles.page}
            style={roomOf(page)}
            aria-hidden={at !== index}
            data-open={at === index ? '' : undefined}
          >
            {images.stateOf(at).status !== 'hidden' && (
              <PageImage
                page={page}
                index={at}
                alt={t('reading.page', { page: at + 1, total: pages.length })}
                sizes={pageSizes(page)}
                urgency={at === 0 ? 'first' : 'soon'}
                isAsked={asked?.has(at) ?? true}
                state={images.stateOf(at)}
                onLoad={(loaded, address) => {
                  arrive(loaded, address);
                  onImage(loaded);
                }}
                onFail={images.fail}
                {...(asked && { onPass: pass })}
              />
            )}
            <BrokenImage state={images.stateOf(at)} images={images} />
          </div>
        ))}
      </div>
      {index >= pages.length && <div className={styles.after}>{after}</div>}
      <PageSlider {...{ index, total: pages.length, readingDirection, onTurn }} />
    </>
  );
}

function PageSlider({
  index,
  total,
  readingDirection,
  onTurn,
}: {
  index: number;
  total: number;
  readingDirection: 'ltr' | 'rtl';
  onTurn: (index: number) => void;
}) {
  const { t, dir } = useText();
  const page = Math.min(index + 1, total);
  // Icons turn below anything that runs from right to left; in an Arabic page these must not, where the book does not.
  const isTurnedBack = dir === 'rtl' && readingDirection === 'ltr';
  const [Before, After] = isTurnedBack ? [ForwardIcon, BackIcon] : [BackIcon, ForwardIcon];
  return (
    <div className={styles.slider} dir={readingDirection}>
      <IconButton label={t('reading.previousPage')} disabled={index === 0} onClick={() => onTurn(index - 1)}>
        <Before />
      </IconButton>
      {total > 1 && (
        <input
          type="range"
          min={1}
          max={total}
          value={page}
          aria-label={t('reading.goToPage')}
          aria-valuetext={t('reading.page', { page, total })}
          onChange={(event) => onTurn(Number(event.target.value) - 1)}
        />
      )}
      {/* Who does not see the page turn hears that it did. */}
      <p role="status" dir="auto">
        {t('reading.page', { page, total })}
      </p>
      <IconButton label={t('reading.nextPage')} disabled={index >= total} onClick={() => onTurn(index + 1)}>
        <After />
      </IconButton>
    </div>
  );
}
