import { useState, useSyncExternalStore } from 'react';
import { useApi } from '../../../web/api.tsx';
import { useText } from '../../../web/i18n.tsx';
import { useQuery } from '../../../web/query.ts';
import { currentUser } from '../../../web/session.ts';
import { chapterQuery, type OpenedChapter } from './chapter.ts';

export type ChapterView =
  /** Nothing to show yet: still on its way, or a lock that the reader's own session may open. */
  | { state: 'waiting'; opened: OpenedChapter | null }
  | { state: 'opened'; opened: OpenedChapter }
  | { state: 'failed'; error: unknown; retry: () => void };

/** The chapter for this reader. Pages are rendered for visitors; a member's own answer comes in the browser. */
export function useChapter(chapterUuid: string): ChapterView {
  const api = useApi();
  const { language } = useText();
  const isBrowser = useIsBrowser();
  const isUser = isBrowser && currentUser() !== null;
  const query = useQuery({
    ...chapterQuery(api, { chapterUuid, language }),
    // What the server rendered is a visitor's answer; on the server itself nobody is a user.
    refetchOnMount: currentUser() ? 'always' : true,
  });
  const [hasAsked, setAsked] = useState(false);
  if (query.isFetching && !hasAsked) setAsked(true);

  if (!query.data) {
    if (!query.isError) return { state: 'waiting', opened: null };
    return { state: 'failed', error: query.error, retry: () => void query.refetch() };
  }
  const isUndecided = query.data.state === 'locked' && (!isBrowser || (isUser && (query.isFetching || !hasAsked)));
  return { state: isUndecided ? 'waiting' : 'opened', opened: query.data };
}

const never = () => () => {};

/** False while rendering on the server and while its markup comes alive. */
export function useIsBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
