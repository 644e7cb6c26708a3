import type { Language } from '../../../../shared/languages.ts';
import type { SiteInfo } from '../../../../shared/site.ts';
import type { ApiClient } from '../../../../web/api-client.ts';
import { queryOptions } from '../../../../web/query.ts';
import type { ChapterLock } from '../../contract.ts';

/** The words of the lock beside the chapter's own facts, the same for everybody. */
export interface LockOffer extends Pick<ChapterLock, 'preview' | 'opens' | 'plans'> {
  /** The ways to pay. */
  ways: Pick<SiteInfo, 'wechat' | 'stripe'>;
}

export function lockQuery(api: ApiClient, asked: { chapterUuid: string; language: Language }) {
  return queryOptions({
    queryKey: ['chapter-lock', asked.chapterUuid, asked.language],
    queryFn: async (): Promise<LockOffer> => {
      const [{ result }, { wechat, stripe }] = await Promise.all([
        api.get('/comics/chapter_lock/:chapterUuid/:language', {
          params: { chapterUuid: asked.chapterUuid, language: asked.language },
        }),
        api.get('/site'),
      ]);
      const { preview, opens, plans } = result;
      return { preview, opens, plans, ways: { wechat, stripe } };
    },
    staleTime: 60_000,
  });
}
