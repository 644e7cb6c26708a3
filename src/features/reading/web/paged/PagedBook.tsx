import { type CSSProperties, type ReactNode, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { useText } from '../../../../web/i18n.tsx';
import type { ComicPage } from '../../contract.ts';
import type { Position } from '../chapter/content-handle.ts';
import { useReader } from '../chapter/reader.ts';
import { BrokenImage } from '../pictures/BrokenImage.tsx';
import { PageImage, roomOf } from '../pictures/PageImage.tsx';
import type { Renewal } from '../pictures/signed-pictures.ts';
import { pageSizes } from '../pictures/sizes.ts';
import { useAheadLoading } from '../pictures/use-ahead-loading.ts';
import { usePageImages } from '../pictures/use-page-images.ts';
import { scrollThere } from '../place/own-scroll.ts';
import styles from './PagedBook.module.css';
import { PageSlider } from './PageSlider.tsx';
import { indexOfPage, pageAfterTurn, type Spread, spreadWith } from './spreads.ts';

interface PagedBookProps {
  pages: readonly ComicPage[];
  renewal: Renewal;
  readingDirection: 'ltr' | 'rtl';
  /** Which pages are seen together. */
  spreads: readonly Spread[];
  /** The open page, alone or with its neighbour; `pages.length` is the view after the last page. */
  index: number;
  onTurn: (index: number) => void;
  onPastEnd: () => void;
  onImage: (index: number) => void;
  onQuiet: (isQuiet: boolean) => void;
  /** The end panel, in the place of a page after the last. */
  after: ReactNode;
}

/** Pages further away than this give their memory back. */
const kept = 6;

/** A chapter page by page, or two by two, with its neighbours ready behind what is open. */
export function PagedBook(props: PagedBookProps) {
  const { pages, renewal, readingDirection, spreads, index, onTurn, onPastEnd, onImage, onQuiet, after } = props;
  const { t, dir } = useText();
  const { handle } = useReader();
  const images = usePageImages({ pictures: pages, renewal });
  const { asked, see, arrive, pass, isQuiet } = useAheadLoading({ count: pages.length, images });
  useEffect(() => onQuiet(isQuiet), [isQuiet, onQuiet]);
  const open = spreadWith(spreads, index);
  const [first = index, last = first] = open ?? [];
  const isNear = (at: number) => (asked ? asked.has(at) : Math.abs(at - index) <= 1);
  const near = spreads.filter((spread) => spread === open || spread.some(isNear));
  /**
   * The position where another layout was left. Pages have no positions inside, but a reader who goes back finds theirs
   * again.
   */
  const seat = useRef<Position>(null);

  useLayoutEffect(() => {
    const visible = { first: Math.min(first, pages.length - 1), last: Math.min(last, pages.length - 1) };
    see({ visible, near: { first: visible.first - kept, last: visible.last + kept } });
  }, [first, last, pages.length, see]);

  useImperativeHandle(handle, () => ({
    position() {
      const page = pages[Math.min(index, pages.length - 1)]?.page ?? 0;
      return seat.current?.index === page ? seat.current : { index: page, fraction: 0 };
    },
    goTo(position) {
      seat.current = position;
      if (scrollY > 0) scrollThere(0);
      onTurn(indexOfPage(pages, position.index));
    },
    move(turn) {
      if (turn === 'next' && index >= pages.length) return onPastEnd();
      onTurn(pageAfterTurn(spreads, { from: index, turn }));
    },
  }));

  return (
    <>
      <div className={styles.book} hidden={index >= pages.length}>
        {near.map((spread) => (
          <div
            key={spread[0]}
            className={styles.spread}
            style={roomOfSpread(spread.flatMap((at) => pages[at] ?? []))}
            aria-hidden={spread !== open}
            data-open={spread === open ? '' : undefined}
            data-reversed={dir === readingDirection ? undefined : ''}
          >
            {spread.map((at) => {
              const page = pages[at];
              return (
                page && (
                  <div key={at} className={styles.page} style={roomOf(page)}>
                    <PageImage
                      page={page}
                      index={at}
                      alt={t('reading.page', { page: at + 1, total: pages.length })}
                      sizes={pageSizes(page, { beside: spread.length - 1 })}
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
                    <BrokenImage state={images.stateOf(at)} onRetry={images.retryAll} />
                  </div>
                )
              );
            })}
          </div>
        ))}
      </div>
      {index >= pages.length && <div className={styles.after}>{after}</div>}
      <PageSlider {...{ spreads, index, total: pages.length, readingDirection, onTurn }} />
    </>
  );
}

/** The proportions of pages that stand beside each other at one height. */
function roomOfSpread(pages: readonly ComicPage[]): CSSProperties {
  const ratio = pages.reduce((sum, { width, height }) => sum + width / height, 0);
  const lowest = Math.min(...pages.map(({ height }) => height));
  // custom properties are not in React's type
  return { '--ratio': ratio, '--widest': `${3 * lowest * ratio}px` } as CSSProperties;
}
