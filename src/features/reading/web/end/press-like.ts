import type { ApiClient } from '../../../../web/api-client.ts';
import { ApiError } from '../../../../web/api-client.ts';
import type { Text } from '../../../../web/i18n.tsx';
import type { QueryClient } from '../../../../web/query-client.ts';
import { showToast } from '../../../../web/ui/toasts.ts';
import { chapterQuery } from '../chapter/chapter.ts';
import { changeLike, type LikedChapter } from './likes.ts';

interface Press {
  api: ApiClient;
  queryClient: QueryClient;
  text: Text;
  chapter: LikedChapter;
}

/** Likes; the notice that follows offers to take it back (spec: reader.md#frame). */
export async function pressLike(press: Press): Promise<void> {
  const { api, queryClient, chapter } = press;
  const { t } = press.text;
  const outcome = await changeLike({ api, queryClient }, chapter, { wish: true });
  if (outcome.kind === 'failed') {
    return explain(press, outcome.error, { text: t('reading.likeFailed'), again: () => pressLike(press) });
  }
  if (outcome.kind === 'unchanged') return;
  showToast({ text: t('reading.liked'), action: { label: t('reading.takeBack'), act: () => void takeBack(press) } });
}

async function takeBack(press: Press): Promise<void> {
  const { api, queryClient, chapter } = press;
  const outcome = await changeLike({ api, queryClient }, chapter, { wish: false });
  if (outcome.kind !== 'failed') return;
  return explain(press, outcome.error, { text: press.text.t('reading.takeBackFailed'), again: () => takeBack(press) });
}

async function explain(
  press: Press,
  error: unknown,
  { text, again }: { text: string; again: () => Promise<void> },
): Promise<void> {
  const { t, language } = press.text;
  const { status, code } = error instanceof ApiError ? error : { status: 0, code: null };
  // Of an ended session the client has said so itself, and offers the login.
  if (status === 401) return;
  if (status !== 403) {
    showToast({ text, action: { label: t('reading.retry'), act: () => void again() } });
    return;
  }
  const query = chapterQuery(press.api, { chapterUuid: press.chapter.chapterUuid, language });
  const opened = await press.queryClient.fetchQuery({ ...query, staleTime: 0 }).catch(() => null);
  // A chapter that is locked says so itself.
  if (opened?.state === 'locked') return;
  showToast({ text: t(code === 'membership_expired' ? 'reading.expired' : 'reading.locked') });
}
