import { useEffect, useRef } from 'react';
import { useApi } from '../../../../web/api.tsx';
import { useText } from '../../../../web/i18n.tsx';
import { useQuery, useQueryClient } from '../../../../web/query.ts';
import { type ChapterPeek, chapterQuery, type OpenedChapter, peekQuery } from '../chapter/chapter.ts';
import { useIsMember } from '../chapter/membership.ts';
import { useReader } from '../chapter/reader.ts';
import { useViewer } from '../chapter/viewer.ts';

interface Ahead {
  isHalfRead: boolean;
  isNearEnd: boolean;
}

export interface NextChapter {
  title: string;
  /** Whether this reader may open it; `unknown` before the server has answered. */
  access: 'open' | 'refused' | 'unknown';
}

/**
 * Makes the next chapter ready while this one is read: its name and content from the half, its first images near the
 * end. One that would be refused is only named.
 */
export function useNextChapter({ isHalfRead, isNearEnd }: Ahead): NextChapter | null {
  const { place } = useReader();
  const { language } = useText();
  const api = useApi();
  const queryClient = useQueryClient();
  const next = place.neighbours.next;
  const { data: peek = null } = useQuery({
    ...peekQuery(api, { bookUuid: place.bookUuid, language, number: next?.number ?? 0 }),
    enabled: next !== null && isHalfRead,
  });
  const { queryKey } = chapterQuery(api, { chapterUuid: place.chapterUuid, language });
  const open = queryClient.getQueryData<OpenedChapter>(queryKey);
  const access = useAccess(peek, open?.chapter.access.reason === 'member');
  const chapterUuid = next?.chapterUuid;
  const preloaded = useRef<string | null>(null);

  useEffect(() => {
    if (!chapterUuid || access !== 'open') return;
    const query = chapterQuery(api, { chapterUuid, language });
    queryClient
      .fetchQuery({ ...query, retry: false })
      .then(async (opened) => {
        if (!isNearEnd || opened.state !== 'open' || preloaded.current === chapterUuid) return;
        preloaded.current = chapterUuid;
        const { preloadFirstImages } = await import('./next-images.ts');
        preloadFirstImages(opened.chapter);
      })
      .catch(() => undefined); // opening the chapter will say what is wrong
  }, [api, queryClient, chapterUuid, language, access, isNearEnd]);

  return peek && { title: peek.title, access };
}

/**
 * A reader of a chapter for members may also read the next one. For others the server is asked, unless the next one is
 * free.
 */
function useAccess(peek: ChapterPeek | null, isReadingAsMember: boolean): NextChapter['access'] {
  const viewer = useViewer();
  const isOpen = peek?.isFree || isReadingAsMember;
  const isMember = useIsMember({ enabled: peek !== null && viewer !== null && !isOpen });
  if (!peek) return 'unknown';
  if (isOpen || isMember) return 'open';
  return viewer && isMember === null ? 'unknown' : 'refused';
}
