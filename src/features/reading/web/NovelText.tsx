import type { RefObject } from 'react';
import { useText } from '../../../web/i18n.tsx';
import { Picture } from '../../../web/ui/Picture.tsx';
import type { Block, Inline } from '../contract.ts';
import type { ReadableChapter } from './chapter.ts';
import { tagOf } from './chapter-place.ts';
import styles from './NovelText.module.css';

/** A novel's chapter: its blocks as elements, set as its own language asks, whatever the page around it speaks. */
export function NovelText({
  chapter,
  title,
  content,
}: {
  chapter: ReadableChapter;
  title: string;
  content: RefObject<HTMLDivElement | null>;
}) {
  return (
    <div ref={content} className={styles.text} lang={tagOf(chapter.language)} dir="auto">
      {/* The same words as the page's heading in the bar above, which is what a screen reader reads. */}
      <p className={styles.opening} aria-hidden="true" dir="auto">
        {title}
      </p>
      {chapter.blocks?.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a chapter's blocks keep their places
        <TextBlock key={index} block={block} />
      ))}
    </div>
  );
}

function TextBlock({ block }: { block: Block }) {
  switch (block.type) {
    case 'hr':
      return <hr className={styles.rule} />;
    case 'img':
      return <Illustration block={block} />;
    default: {
      const Element = block.type;
      return (
        <Element className={styles[block.type]} dir="auto">
          {block.inlines.map((inline, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a block's runs keep their places
            <TextRun key={index} inline={inline} />
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

function Illustration({ block: { image, alt } }: { block: Extract<Block, { type: 'img' }> }) {
  const { t } = useText();
  return (
    <figure
      className={styles.figure}
      style={{ aspectRatio: `${image.width} / ${image.height}`, maxInlineSize: image.width }}
    >
      <Picture
        art={image}
        alt={alt}
        sizes="(min-width: 720px) 680px, 92vw"
        className={styles.picture}
        fallback={t('reading.imageFailed')}
      />
    </figure>
  );
}
