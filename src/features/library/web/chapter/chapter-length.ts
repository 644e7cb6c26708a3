import type { Language } from '../../../../shared/languages.ts';
import type { ApiClient } from '../../../../web/api-client.ts';
import { queryOptions } from '../../../../web/query.ts';

/**
 * The length, in images or blocks, of a chapter that was read on another device; null where this reader may not know
 * it.
 */
export function chapterLengthQuery({ api, language, chapterUuid }: Asked) {
  return queryOptions({
    queryKey: ['chapter-length', chapterUuid, language],
    queryFn: async () => {
      // The format and the width change nothing about the count.
      const { result } = await api.get('/comics/chapter_size/:chapterUuid/:language', {
        params: { chapterUuid, language },
        query: { type: 'image/webp', width: 1 },
      });
      return result?.count ?? null;
    },
    retry: false,
  });
}

interface Asked {
  api: ApiClient;
  language: Language;
  chapterUuid: string;
}
