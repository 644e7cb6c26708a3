import { useMemo } from 'react';
import { languageTags } from '../../../../shared/languages.ts';
import { useText } from '../../../../web/i18n.tsx';
import { useStore } from '../../../../web/store.ts';
import { BrokenImage } from '../pictures/BrokenImage.tsx';
import { areAllWanted } from '../pictures/connection.ts';
import { PageImage, roomOf } from '../pictures/PageImage.tsx';
import { type PageImages, usePageImages } from '../pictures/use-page-images.ts';
import { useRenewal } from '../pictures/use-renewal.ts';
import type { LayoutProps } from '../place/layout-props.ts';
import styles from './IllustratedChapter.module.css';
import { NovelChapter } from './NovelChapter.tsx';
import type { Illustrate } from './text/NovelText.tsx';

/** A chapter of text with pictures in it. */
export function IllustratedChapter(props: LayoutProps) {
  const { chapter } = props;
  const renewal = useRenewal(chapter);
  const pictures = useMemo(
    () => chapter.blocks?.flatMap((block) => (block.type === 'img' ? [block.image] : [])) ?? [],
    [chapter.blocks],
  );
  const images = usePageImages({ pictures, renewal });
  return <NovelChapter {...props} illustrate={(picture) => <Illustration {...picture} images={images} />} />;
}

function Illustration({ block, index, images }: Parameters<Illustrate>[0] & { images: PageImages }) {
  const { image, alt } = block;
  const { language, dir } = useText();
  const state = images.stateOf(index);
  const isWanted = useStore(areAllWanted, false);
  return (
    <figure className={styles.figure} data-block={index} style={{ ...roomOf(image), maxInlineSize: image.width }}>
      <PageImage
        page={image}
        index={index}
        alt={alt}
        sizes="(min-width: 720px) 680px, 92vw"
        urgency={isWanted ? 'soon' : 'later'}
        state={state}
        onFail={images.fail}
      />
      {/* The page speaks here, not the book. */}
      <div lang={languageTags[language]} dir={dir}>
        <BrokenImage state={state} onRetry={images.retryAll} />
      </div>
    </figure>
  );
}
