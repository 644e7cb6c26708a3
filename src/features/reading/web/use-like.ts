import { useApi } from '../../../web/api.tsx';
import { ApiError } from '../../../web/api-client.ts';
import { useText } from '../../../web/i18n.tsx';
import { useQueryClient } from '../../../web/query.ts';
import { showToast } from '../../../web/ui/toasts.ts';
import { chapterQuery } from './chapter.ts';
import type { LikedChapter, LikeOutcome } from './likes.ts';

/** One press likes; the notice that follows offers to take it back (contract.md section 6). */
export function useLike(chapter: LikedChapter): () => void {
  const api = useApi();
  const queryClient = useQueryClient();
  const { t, language } = useText();

  async function change(wish: boolean): Promise<LikeOutcome> {
    try {
      const { changeLike } = await import('./likes.ts');
      return await changeLike({ api, queryClient }, chapter, { wish });
    } catch (error) {
      return { kind: 'failed', error };
    }
  }

  async function like(): Promise<void> {
    const outcome = await change(true);
    if (outcome.kind === 'failed') return explain(outcome.error, { text: t('reading.likeFailed'), again: like });
    if (outcome.kind === 'unchanged') return;
    showToast({ text: t('reading.liked'), action: { label: t('reading.takeBack'), act: () => void takeBack() } });
  }

  async function takeBack(): Promise<void> {
    const outcome = await change(false);
    if (outcome.kind === 'failed') explain(outcome.error, { text: t('reading.takeBackFailed'), again: takeBack });
  }

  function explain(error: unknown, { text, again }: { text: string; again: () => Promise<void> }): void {
    const { status, code } = error instanceof ApiError ? error : { status: 0, code: null };
    // Of an ended session the client has said so itself, and offers the login.
    if (status === 401) return;
    if (status !== 403) {
      showToast({ text, action: { label: t('reading.retry'), act: () => void again() } });
      return;
    }
    showToast({ text: t(code === 'membership_expired' ? 'reading.expired' : 'reading.locked') });
    const { chapterUuid } = chapter;
    void queryClient.prefetchQuery({ ...chapterQuery(api, { chapterUuid, language }), staleTime: 0 });
  }

  return () => void like();
}
