import { useRef } from 'react';
import { useText } from '../../../../web/i18n.tsx';
import { ChapterEnd } from '../end/ChapterEnd.tsx';
import { useNextChapter } from '../end/use-next-chapter.ts';
import type { LayoutProps } from '../place/open-chapter.ts';
import { useChapterWatch } from '../place/use-chapter-watch.ts';
import { type Illustrate, NovelText } from './NovelText.tsx';

/** A chapter of text. */
export function NovelChapter(props: LayoutProps & { illustrate?: Illustrate }) {
  const { place, chapter, handle, end, extras, reading, onFinished, illustrate = null } = props;
  const { language } = useText();
  const content = useRef<HTMLDivElement>(null);
  const watch = useChapterWatch({
    content,
    end,
    onFinished: () => {
      onFinished();
      reading.finish();
    },
    onEnd: reading.finish,
  });
  const next = useNextChapter({ place, language, ...watch });
  return (
    <>
      <NovelText {...{ chapter, content, handle, end, illustrate }} title={place.title} />
      <ChapterEnd {...{ place, next, extras }} panel={end} isScrolled />
    </>
  );
}
