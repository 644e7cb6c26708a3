import { type RefObject, useImperativeHandle } from 'react';
import { useText } from '../../../web/i18n.tsx';
import type { ComicPage } from '../contract.ts';
import { BrokenImage } from './BrokenImage.tsx';
import styles from './ComicStrip.module.css';
import type { ContentHandle } from './content-handle.ts';
import { PageImage, roomOf } from './PageImage.tsx';
import { imageToGoTo } from './places.ts';
import type { Renewal } from './signed-pictures.ts';
import { stripSizes } from './strip-sizes.ts';
import { type PageImages, usePageImages } from './use-page-images.ts';

interface ComicStripProps {
  pages: readonly ComicPage[];
  renewal: Renewal;
  handle: RefObject<ContentHandle | null>;
  content: RefObject<HTMLDivElement | null>;
  onImage: (index: number) => void;
}

/** A chapter as one long strip: image upon image without a seam, each with its room before it is there. */
export function ComicStrip({ pages, renewal, handle, content, onImage }: ComicStripProps) {
  const images = usePageImages({ pictures: pages, renewal });
  const total = (pages.at(-1)?.page ?? 0) + 1;

  useImperativeHandle(handle, () => ({
    move(turn) {
      const tops = Array.from(content.current?.children ?? [], (tile) => tile.getBoundingClientRect().top);
      const index = imageToGoTo(tops, turn);
      if (index !== null) scrollBy({ top: tops[index] ?? 0, behavior: 'instant' });
    },
  }));

  return (
    <div ref={content} className={styles.strip} data-strip="">
      {pages.map((page, index) => (
        <StripImage
          // biome-ignore lint/suspicious/noArrayIndexKey: a chapter's images keep their places, and one may stand twice
          key={index}
          {...{ page, index, images, total, onImage }}
          // The tiles of one original are one picture to who cannot see them.
          isFirstTile={pages[index - 1]?.page !== page.page}
        />
      ))}
    </div>
  );
}

interface StripImageProps {
  page: ComicPage;
  index: number;
  isFirstTile: boolean;
  total: number;
  images: PageImages;
  onImage: (index: number) => void;
}

function StripImage({ page, index, isFirstTile, total, images, onImage }: StripImageProps) {
  const { t } = useText();
  const state = images.stateOf(index);
  if (state.status === 'hidden') return <div hidden />;
  return (
    <div className={styles.image} style={roomOf(page)}>
      <PageImage
        page={page}
        index={index}
        alt={isFirstTile ? t('reading.page', { page: page.page + 1, total }) : ''}
        sizes={stripSizes}
        urgency={index === 0 ? 'first' : 'later'}
        state={state}
        onLoad={onImage}
        onFail={images.fail}
      />
      <BrokenImage state={state} images={images} />
    </div>
  );
}
