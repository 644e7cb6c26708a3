import { useRef } from 'react';
import { useText } from '../../../web/i18n.tsx';
import { ChapterEnd } from './ChapterEnd.tsx';
import { NovelText } from './NovelText.tsx';
import type { LayoutProps } from './open-chapter.ts';
import { useChapterWatch } from './use-chapter-watch.ts';
import { useNextChapter } from './use-next-chapter.ts';
import { useRenewal } from './use-renewal.ts';

/** A chapter of text. */
export function NovelChapter({ place, chapter, handle, end, extras, reading, onFinished }: LayoutProps) {
  const { language } = useText();
  const content = useRef<HTMLDivElement>(null);
  const renewal = useRenewal(place.chapterUuid);
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
      <NovelText {...{ chapter, renewal, content, handle, end }} title={place.title} />
      <ChapterEnd {...{ place, next, extras }} panel={end} isScrolled />
    </>
  );
}
