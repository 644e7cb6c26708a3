import { memo, type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { useText } from '../../../../web/i18n.tsx';
import { classes } from '../../../../web/ui/classes.ts';
import { useLatest } from '../../../../web/use-latest.ts';
import type { ComicPage } from '../../contract.ts';
import { isTall } from '../chapter/comic-layout.ts';
import { useReader } from '../chapter/reader.ts';
import { BrokenImage } from '../pictures/BrokenImage.tsx';
import type { ImageState } from '../pictures/image-states.ts';
import { PageImage, roomOf } from '../pictures/PageImage.tsx';
import type { Renewal } from '../pictures/signed-pictures.ts';
import { useAheadLoading } from '../pictures/use-ahead-loading.ts';
import { type ImageFailure, usePageImages } from '../pictures/use-page-images.ts';
import { imageToGoTo } from '../place/places.ts';
import styles from './ComicStrip.module.css';
import { type StripWatch, watchStrip } from './strip-watch.ts';
import { useStripSettings } from './use-strip-settings.ts';

interface ComicStripProps {
  pages: readonly ComicPage[];
  renewal: Renewal;
  content: RefObject<HTMLDivElement | null>;
  onImage: (index: number) => void;
  /** Called when no image is loading any more, and when one is loading again. */
  onQuiet: (isQuiet: boolean) => void;
}

/** A chapter as one long strip: image upon image, each with its room before it is there. */
export function ComicStrip({ pages, renewal, content, onImage, onQuiet }: ComicStripProps) {
  const { handle } = useReader();
  const images = usePageImages({ pictures: pages, renewal });
  const { asked, see, arrive, pass, isQuiet } = useAheadLoading({ count: pages.length, images });
  useEffect(() => onQuiet(isQuiet), [isQuiet, onQuiet]);
  const { sizes } = useStripSettings();
  const watch = useStripWatch({ content, pages, onSight: see });
  const total = (pages.at(-1)?.page ?? 0) + 1;
  const tell = useLatest((index: number, address: string) => {
    arrive(index, address);
    onImage(index);
  });

  useImperativeHandle(handle, () => ({
    move(turn) {
      const tops = watch.current?.tops() ?? [];
      const index = imageToGoTo(tops, turn);
      if (index !== null) scrollBy({ top: tops[index] ?? 0, behavior: 'instant' });
    },
    position: () => watch.current?.position() ?? null,
    goTo: (position, options) => watch.current?.goTo(position, options),
  }));

  return (
    <div
      ref={content}
      className={styles.strip}
      data-strip={isTall(pages) ? 'tall' : ''}
      data-managed={asked ? '' : undefined}
    >
      {pages.map((page, index) => {
        const state = images.stateOf(index);
        return (
          <StripImage
            // biome-ignore lint/suspicious/noArrayIndexKey: a chapter's images keep their places, and one may stand twice
            key={index}
            {...{ page, index, state, sizes, total }}
            isAsked={asked?.has(index) ?? true}
            isManaged={asked !== null}
            // For screen readers the tiles of one original are a single picture.
            isFirstTile={pages[index - 1]?.page !== page.page}
            onLoad={tell}
            onFail={images.fail}
            onPass={pass}
            onRetry={images.retryAll}
          />
        );
      })}
    </div>
  );
}

interface StripImageProps {
  page: ComicPage;
  index: number;
  state: ImageState;
  sizes: string;
  total: number;
  isAsked: boolean;
  /** We say when it is asked for; in the server's markup the browser does. */
  isManaged: boolean;
  isFirstTile: boolean;
  onLoad: (index: number, address: string) => void;
  onFail: (failure: ImageFailure) => void;
  onPass: (index: number, tries: number) => void;
  onRetry: () => void;
}

/** A strip may have hundreds of images: only changed ones are rendered again. */
const StripImage = memo(function StripImage(props: StripImageProps) {
  const { page, index, state, sizes, total, isAsked, isManaged, isFirstTile, onLoad } = props;
  const { onFail, onPass, onRetry } = props;
  const { t } = useText();
  return (
    <div
      className={classes(styles.image, isFirstTile && index > 0 && styles.apart)}
      style={roomOf(page)}
      data-page={page.page}
    >
      <PageImage
        page={page}
        index={index}
        alt={isFirstTile ? t('reading.page', { page: page.page + 1, total }) : ''}
        sizes={sizes}
        urgency={index === 0 ? 'first' : isManaged && isAsked ? 'soon' : 'later'}
        isAsked={isAsked}
        state={state}
        onLoad={onLoad}
        onFail={onFail}
        {...(isManaged && { onPass })}
      />
      <BrokenImage {...{ state, onRetry }} />
    </div>
  );
});

function useStripWatch({
  content,
  pages,
  onSight,
}: Pick<ComicStripProps, 'content' | 'pages'> & Pick<Parameters<typeof watchStrip>[0], 'onSight'>) {
  const watch = useRef<StripWatch | null>(null);
  useLayoutEffect(() => {
    if (!content.current) return;
    const started = watchStrip({ element: content.current, pages, onSight });
    watch.current = started;
    return () => started.stop();
  }, [content, pages, onSight]);
  return watch;
}
