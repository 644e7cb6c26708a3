import { type CSSProperties, type ReactNode, type RefObject, Suspense, useMemo } from 'react';
import { directionOf } from '../../../shared/languages.ts';
import { classes } from '../../../web/ui/classes.ts';
import type { Block, Inline } from '../contract.ts';
import type { ReadableChapter } from './chapter.ts';
import { tagOf } from './chapter-place.ts';
import type { ContentHandle } from './content-handle.ts';
import styles from './NovelText.module.css';
import { Folio } from './novel/Folio.tsx';
import './novel/font-fallbacks.css';
import { scriptOf } from './novel/script.ts';
import { type Chunk, chunksOf, textOf } from './novel/text-place.ts';
import './novel/themes.css';
import { useNovelLayout } from './novel/use-novel-layout.ts';

/** A picture in the text, in its place. */
export type Illustrate = (picture: { block: Extract<Block, { type: 'img' }>; index: number }) => ReactNode;

/** A novel's chapter: its blocks as elements, set as its own language asks, whatever the page around it speaks. */
export function NovelText({
  chapter,
  title,
  content,
  handle,
  end,
  illustrate = null,
}: {
  chapter: ReadableChapter;
  title: string;
  content: RefObject<HTMLDivElement | null>;
  handle: RefObject<ContentHandle | null>;
  end: RefObject<HTMLElement | null>;
  /** Shows a picture in the text; null for words alone. */
  illustrate?: Illustrate | null;
}) {
  const { blocks = noBlocks, language } = chapter;
  const texts = useMemo(() => blocks.map(textOf), [blocks]);
  const chunks = useMemo(() => chunksOf(texts.map(({ length }) => length)), [texts]);
  const isLong = chunks.length > manyChunks;
  useNovelLayout({ content, handle, texts, script: scriptOf(language), end });
  // The same elements each time: what React has not taken over yet from the server's markup, it need not hurry with.
  const words = useMemo(
    () =>
      chunks.map((chunk) => {
        const { start, count } = chunk;
        const hasPicture = blocks.slice(start, start + count).some(({ type }) => type === 'img');
        return hasPicture ? null : <Part key={start} {...{ blocks, chunk }} illustrate={null} />;
      }),
    [blocks, chunks],
  );
  return (
    <div className={styles.book} data-book="">
      <div
        ref={content}
        className={classes(styles.text, isLong && styles.long)}
        data-text=""
        lang={tagOf(language)}
        dir={directionOf(language)}
      >
        {/* The same words as the page's heading in the bar above, which is what a screen reader reads. */}
        <p className={styles.opening} aria-hidden="true" dir="auto">
          {title}
        </p>
        {chunks.map((chunk, at) => words[at] ?? <Part key={chunk.start} {...{ blocks, chunk, illustrate }} />)}
      </div>
      <Folio handle={handle} dir={directionOf(language)} />
    </div>
  );
}

const noBlocks: readonly Block[] = [];
/** Beyond these, what is out of sight is laid out only when it comes near. */
const manyChunks = 8;

interface TextChunkProps {
  blocks: readonly Block[];
  chunk: Chunk;
  illustrate: Illustrate | null;
}

/** Each is taken over from the server's markup by itself, so that a long chapter never holds up a finger. */
function Part(props: TextChunkProps) {
  return (
    <Suspense>
      <TextChunk {...props} />
    </Suspense>
  );
}

function TextChunk({ blocks, chunk, illustrate }: TextChunkProps) {
  const { start, count, characters } = chunk;
  const room = { '--characters': characters, '--blocks': count } as CSSProperties; // custom properties are not in React's type
  return (
    <div className={styles.chunk} style={room} data-chunk="">
      {blocks.slice(start, start + count).map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a chapter's blocks keep their places
        <TextBlock key={start + at} {...{ block, index: start + at, illustrate }} />
      ))}
    </div>
  );
}

interface TextBlockProps {
  block: Block;
  index: number;
  illustrate: Illustrate | null;
}

function TextBlock({ block, index, illustrate }: TextBlockProps) {
  switch (block.type) {
    case 'hr':
      return <hr className={styles.rule} data-block={index} />;
    case 'img':
      return illustrate?.({ block, index }) ?? null;
    default: {
      const Element = block.type;
      return (
        <Element className={styles[block.type]} dir="auto" data-block={index}>
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
