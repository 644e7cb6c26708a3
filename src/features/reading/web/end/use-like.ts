import { useApi } from '../../../../web/api.tsx';
import { useText } from '../../../../web/i18n.tsx';
import { useQueryClient } from '../../../../web/query.ts';
import { showToast } from '../../../../web/ui/toasts.ts';
import type { LikedChapter } from './likes.ts';

/** One press likes, by code that comes with it. */
export function useLike(chapter: LikedChapter): () => void {
  const api = useApi();
  const queryClient = useQueryClient();
  const text = useText();

  function like(): void {
    import('./press-like.ts')
      .then(({ pressLike }) => pressLike({ api, queryClient, text, chapter }))
      .catch(() => {
        const { t } = text;
        showToast({ text: t('reading.likeFailed'), action: { label: t('reading.retry'), act: like } });
      });
  }
  return like;
}
