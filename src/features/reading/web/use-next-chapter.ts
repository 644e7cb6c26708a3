import { useEffect } from 'react';
import type { Language } from '../../../shared/languages.ts';
import { useApi } from '../../../web/api.tsx';
import { useQuery, useQueryClient } from '../../../web/query.ts';
import { currentUser } from '../../../web/session.ts';
import type { ComicPage } from '../contract.ts';
import { type ChapterPeek, chapterQuery, type OpenedChapter, peekQuery } from './chapter.ts';
import type { ChapterPlace } from './chapter-place.ts';
import { stripSizes } from './strip-sizes.ts';

interface Ahead {
  place: ChapterPlace;
  language: Language;
  isHalfRead: boolean;
  isNearEnd: boolean;
}

/**
 * Makes the next chapter ready while this one is read: its name and content from the half, its first images near the
 * end. One that would be refused is only named.
 */
export function useNextChapter({ place, language, isHalfRead, isNearEnd }: Ahead): ChapterPeek | null {
  const api = useApi();
  const queryClient = useQueryClient();
  const next = place.neighbours.next;
  const { data: peek = null } = useQuery({
    ...peekQuery(api, { bookUuid: place.bookUuid, language, number: next?.number ?? 0 }),
    enabled: next !== null && isHalfRead,
  });
  const chapterUuid = next?.chapterUuid;
  const mayOpen = peek?.isFree === true || (peek !== null && currentUser() !== null);

  useEffect(() => {
    if (!chapterUuid || !mayOpen) return;
    const query = chapterQuery(api, { chapterUuid, language });
    queryClient
      .fetchQuery({ ...query, retry: false })
      .then((opened) => {
        if (isNearEnd) preloadFirstImages(opened);
      })
      .catch(() => undefined); // opening the chapter will say what is wrong
  }, [api, queryClient, chapterUuid, language, mayOpen, isNearEnd]);

  return peek;
}

function preloadFirstImages(opened: OpenedChapter): void {
  if (opened.state !== 'open') return;
  for (const page of opened.chapter.pages?.slice(0, 2) ?? []) preloadImage(page);
}

/** Asks for an image in the format and width that the strip will; a picture outside the page is loaded all the same. */
function preloadImage(page: ComicPage): void {
  const picture = document.createElement('picture');
  for (const { type, srcset } of page.sources) {
    const source = document.createElement('source');
    Object.assign(source, { type, sizes: stripSizes, srcset });
    picture.append(source);
  }
  const image = document.createElement('img');
  picture.append(image);
  image.src = page.src;
}
