import { useCallback, useRef, useState } from 'react';
import { useText } from '../../../../web/i18n.tsx';
import type { ComicPage } from '../../contract.ts';
import { ChapterEnd } from '../end/ChapterEnd.tsx';
import { useNextChapter } from '../end/use-next-chapter.ts';
import { useRenewal } from '../pictures/use-renewal.ts';
import { imagesHad } from '../place/finished.ts';
import type { LayoutProps } from '../place/open-chapter.ts';
import { useChapterWatch } from '../place/use-chapter-watch.ts';
import { ComicStrip } from './ComicStrip.tsx';

const noPages: readonly ComicPage[] = [];

/** A comic as one strip of images, read by scrolling. */
export function StripChapter({ place, chapter, handle, end, extras, reading, onFinished }: LayoutProps) {
  const { language } = useText();
  const content = useRef<HTMLDivElement>(null);
  const renewal = useRenewal(place.chapterUuid);
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
    end,
    onFinished: () => {
      onFinished();
      reading.finish();
    },
    onEnd: reading.finish,
  });
  const next = useNextChapter({ place, language, ...watch });
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
      <ComicStrip {...{ pages, renewal, handle, content }} onImage={arrive} onQuiet={hush} />
      <ChapterEnd {...{ place, next, extras }} panel={end} isScrolled />
    </>
  );
}
