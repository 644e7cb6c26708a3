import { useRef } from 'react';
import { ChapterEnd } from '../end/ChapterEnd.tsx';
import { useNextChapter } from '../end/use-next-chapter.ts';
import type { LayoutProps } from '../place/layout-props.ts';
import { useChapterWatch } from '../place/use-chapter-watch.ts';
import { type Illustrate, NovelText } from './text/NovelText.tsx';

/** A chapter of text. */
export function NovelChapter(props: LayoutProps & { illustrate?: Illustrate }) {
  const { chapter, reading, onFinished, illustrate = null } = props;
  const content = useRef<HTMLDivElement>(null);
  const watch = useChapterWatch({
    content,
    onFinished: () => {
      onFinished();
      reading.finish();
    },
    onEnd: reading.finish,
  });
  const next = useNextChapter(watch);
  return (
    <>
      <NovelText {...{ chapter, content, illustrate }} />
      <ChapterEnd next={next} isScrolled />
    </>
  );
}
