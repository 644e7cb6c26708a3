import { type RefObject, useMemo } from 'react';
import { languageTags } from '../../../shared/languages.ts';
import { useText } from '../../../web/i18n.tsx';
import type { Block, Inline } from '../contract.ts';
import { BrokenImage } from './BrokenImage.tsx';
import type { ReadableChapter } from './chapter.ts';
import { tagOf } from './chapter-place.ts';
import styles from './NovelText.module.css';
import { PageImage, roomOf } from './PageImage.tsx';
import type { Renewal } from './signed-pictures.ts';
import { type PageImages, usePageImages } from './use-page-images.ts';

/** A novel's chapter: its blocks as elements, set as its own language asks, whatever the page around it speaks. */
export function NovelText({
  chapter,
  renewal,
  title,
  content,
}: {
  chapter: ReadableChapter;
  renewal: Renewal;
  title: string;
  content: RefObject<HTMLDivElement | null>;
}) {
  const { blocks } = chapter;
  const pictures = useMemo(
    () => blocks?.flatMap((block) => (block.type === 'img' ? [block.image] : [])) ?? [],
    [blocks],
  );
  const images = usePageImages({ pictures, renewal });
  return (
    <div ref={content} className={styles.text} lang={tagOf(chapter.language)} dir="auto">
      {/* The same words as the page's heading in the bar above, which is what a screen reader reads. */}
      <p className={styles.opening} aria-hidden="true" dir="auto">
        {title}
      </p>
      {blocks?.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a chapter's blocks keep their places
        <TextBlock key={index} {...{ block, index, images }} />
      ))}
    </div>
  );
}

interface TextBlockProps {
  block: Block;
  index: number;
  images: PageImages;
}

function TextBlock({ block, index, images }: TextBlockProps) {
  switch (block.type) {
    case 'hr':
      return <hr className={styles.rule} />;
    case 'img':
      return <Illustration {...{ block, index, images }} />;
    default: {
      const Element = block.type;
      return (
        <Element className={styles[block.type]} dir="auto">
          {block.inlines.map((inline, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a block's runs keep their places
            <TextRun key={at} inline={inline} />
          ))}
        </Element>
      );
    }
  }
}

function TextRun({ inline }: { inline: Inline }) {
  switch (inline.type) {
    case 'br':
      return <br />;
    case 'ruby':
      return (
        <ruby>
          {inline.base}
          <rt>{inline.text}</rt>
        </ruby>
      );
    case 'text': {
      const stressed = inline.em ? <em>{inline.text}</em> : inline.text;
      return inline.strong ? <strong>{stressed}</strong> : stressed;
    }
  }
}

interface IllustrationProps extends TextBlockProps {
  block: Extract<Block, { type: 'img' }>;
}

function Illustration({ block: { image, alt }, index, images }: IllustrationProps) {
  const { language, dir } = useText();
  const state = images.stateOf(index);
  if (state.status === 'hidden') return null;
  return (
    <figure className={styles.figure} style={{ ...roomOf(image), maxInlineSize: image.width }}>
      <PageImage
        page={image}
        index={index}
        alt={alt}
        sizes="(min-width: 720px) 680px, 92vw"
        urgency="later"
        state={state}
        onFail={images.fail}
      />
      {/* The page speaks here, not the book. */}
      <div lang={languageTags[language]} dir={dir}>
        <BrokenImage state={state} images={images} />
      </div>
    </figure>
  );
}
