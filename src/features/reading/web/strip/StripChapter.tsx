import { useCallback, useRef, useState } from 'react';
import type { ComicPage } from '../../contract.ts';
import { ChapterEnd } from '../end/ChapterEnd.tsx';
import { useNextChapter } from '../end/use-next-chapter.ts';
import { useRenewal } from '../pictures/use-renewal.ts';
import { imagesHad } from '../place/finished.ts';
import type { LayoutProps } from '../place/layout-props.ts';
import { useChapterWatch } from '../place/use-chapter-watch.ts';
import { ComicStrip } from './ComicStrip.tsx';

const noPages: readonly ComicPage[] = [];

/** A comic as one strip of images, read by scrolling. */
export function StripChapter({ chapter, reading, onFinished }: LayoutProps) {
  const content = useRef<HTMLDivElement>(null);
  const renewal = useRenewal(chapter);
  const { pages = noPages } = chapter;
  const [loaded] = useState(() => new Set<number>());
  const isQuiet = useRef(false);
  const watch = useChapterWatch({
    content,
    images: {
      count: pages.length,
      had: () => imagesHad(pages, { loaded, openedAt: reading.openedAt() }),
      isQuiet: () => isQuiet.current,
    },
    onFinished: () => {
      onFinished();
      reading.finish();
    },
    onEnd: reading.finish,
  });
  const next = useNextChapter(watch);
  const { look } = watch;
  const arrive = useCallback(
    (index: number) => {
      loaded.add(index);
      look();
    },
    [loaded, look],
  );
  const hush = useCallback(
    (isNow: boolean) => {
      isQuiet.current = isNow;
      look();
    },
    [look],
  );
  return (
    <>
      <ComicStrip {...{ pages, renewal, content }} onImage={arrive} onQuiet={hush} />
      <ChapterEnd next={next} isScrolled />
    </>
  );
}
