import { type CSSProperties, type ReactNode, type RefObject, Suspense, useMemo, useState } from 'react';
import { directionOfWords, scriptOfWords } from '../../../../../shared/text-language.ts';
import { createPart, usePart } from '../../../../../web/part.ts';
import { classes } from '../../../../../web/ui/classes.ts';
import { useIsBrowser } from '../../../../../web/use-is-browser.ts';
import { textOf } from '../../../block-text.ts';
import type { Block, Inline } from '../../../contract.ts';
import type { ReadableChapter } from '../../chapter/chapter.ts';
import { tagOf } from '../../chapter/chapter-place.ts';
import { useReader } from '../../chapter/reader.ts';
import { FormulaText } from './FormulaText.tsx';
import { NoteText } from './NoteText.tsx';
import styles from './NovelText.module.css';
import './font-fallbacks.css';
import { otherDirection } from './text-direction.ts';
import { type Chunk, chunksOf, isSameText, lengthOf } from './text-place.ts';
import './themes.css';
import { useReaderSettings } from '../../settings/settings.ts';
import { useNovelLayout } from './use-novel-layout.ts';

const folioPart = createPart(() => import('./Folio.tsx').then((module) => module.Folio));

/** A picture in the text, in its place. */
export type Illustrate = (picture: { block: Extract<Block, { type: 'img' }>; index: number }) => ReactNode;

/** A novel's chapter: its blocks as elements, set as its own language asks, whatever the page around it speaks. */
export function NovelText({
  chapter,
  content,
  illustrate = null,
}: {
  chapter: ReadableChapter;
  content: RefObject<HTMLDivElement | null>;
  /** Shows a picture in the text; null for words alone. */
  illustrate?: Illustrate | null;
}) {
  const { blocks = noBlocks } = chapter;
  const { title } = useReader().place;
  const dir = directionOfWords(chapter);
  const chunks = useMemo(() => chunksOf(blocks.map(lengthOf)), [blocks]);
  const isServed = useServed(blocks);
  const isInPages = useReaderSettings().novel.flow === 'pages';
  const { Component: Folio } = usePart(folioPart, { isWanted: isInPages });
  useNovelLayout({ content, blocks, words: chapter });
  // The same elements each time: nothing in them changes.
  const words = useMemo(
    () =>
      chunks.map((chunk) => {
        if (hasPicture(blocks, chunk)) return null;
        // The server's markup belongs to one chapter: other words need new elements, so their keys differ.
        const key = isServed ? `served ${chunk.start}` : chunk.start;
        return <TextChunk key={key} {...{ blocks, chunk, dir, isServed }} illustrate={null} />;
      }),
    [blocks, chunks, dir, isServed],
  );
  return (
    <div className={styles.book} data-book="">
      <div
        ref={content}
        className={classes(styles.text, chunks.length > manyChunks && styles.long)}
        data-text=""
        lang={tagOf(chapter)}
        data-script={scriptOfWords(chapter)}
        dir={dir}
      >
        {/* The same words as the heading in the bar above; a screen reader reads that one. */}
        <p
          className={classes(styles.opening, title.length > longTitle && styles.sentence)}
          aria-hidden="true"
          dir={otherDirection(title, dir)}
        >
          {title}
        </p>
        {chunks.map(
          (chunk, at) =>
            words[at] ?? (
              <Suspense key={chunk.start}>
                <TextChunk {...{ blocks, chunk, dir, illustrate }} isServed={false} />
              </Suspense>
            ),
        )}
      </div>
      {Folio && isInPages && <Folio {...{ content, dir }} />}
    </div>
  );
}

const noBlocks: readonly Block[] = [];
/** Letters beyond which a title at its full size would fill a phone's screen. */
const longTitle = 60;
/** Beyond these, what is out of sight is laid out only when it comes near. */
const manyChunks = 8;

/** Whether the server wrote these blocks into the page. True while the page hydrates, and as long as the words stay. */
function useServed(blocks: readonly Block[]): boolean {
  const isComingAlive = !useIsBrowser() && typeof document !== 'undefined';
  const [served] = useState(isComingAlive ? blocks : null);
  // A member's own answer comes later: the same words in new objects.
  return useMemo(() => served !== null && isSameText(served, blocks), [served, blocks]);
}

const hasPicture = (blocks: readonly Block[], { start, count }: Chunk) =>
  blocks.slice(start, start + count).some(({ type }) => type === 'img');

/**
 * Makes React keep an element's content as the server wrote it. Always this one object: React would set the content of
 * another one.
 */
const asServed = { dangerouslySetInnerHTML: { __html: '' }, suppressHydrationWarning: true };

interface TextChunkProps {
  blocks: readonly Block[];
  chunk: Chunk;
  dir: 'ltr' | 'rtl';
  isServed: boolean;
  illustrate: Illustrate | null;
}

/**
 * A part of a chapter's text. What the server wrote is not rendered again, so that a long chapter never delays a touch.
 */
function TextChunk({ blocks, chunk, dir, isServed, illustrate }: TextChunkProps) {
  const { start, count, characters } = chunk;
  const room = { '--characters': characters, '--blocks': count } as CSSProperties; // custom properties are not in React's type
  const frame = { className: styles.chunk, style: room, 'data-chunk': '' };
  if (isServed) return <div {...frame} {...asServed} />;
  return (
    <div {...frame}>
      {blocks.slice(start, start + count).map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a chapter's blocks keep their places
        <TextBlock key={start + at} {...{ block, dir, illustrate }} index={start + at} />
      ))}
    </div>
  );
}

interface TextBlockProps {
  block: Block;
  index: number;
  dir: 'ltr' | 'rtl';
  illustrate: Illustrate | null;
}

function TextBlock({ block, index, dir, illustrate }: TextBlockProps) {
  switch (block.type) {
    case 'hr':
      return <hr className={styles.rule} data-block={index} />;
    case 'img':
      return illustrate?.({ block, index }) ?? null;
    default: {
      const Element = block.type;
      return (
        <Element
          className={styles[block.type]}
          dir={otherDirection(textOf(block), dir)}
          data-block={index}
          data-indent={block.indent}
        >
          {block.inlines.map((inline, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a block's runs keep their places
            <TextRun key={at} inline={inline} id={`note-${index}-${at}`} />
          ))}
        </Element>
      );
    }
  }
}

function TextRun({ inline, id }: { inline: Inline; id: string }) {
  switch (inline.type) {
    case 'br':
      return <br />;
    case 'math':
      return <FormulaText formula={inline} />;
    case 'note':
      return <NoteText {...inline} id={id} />;
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
