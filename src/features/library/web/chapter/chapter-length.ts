import type { Language } from '../../../../shared/languages.ts';
import type { ApiClient } from '../../../../web/api-client.ts';
import { queryOptions } from '../../../../web/query.ts';

/** How many images or blocks a chapter has that only another device has read; null where this reader may not know. */
export function chapterLengthQuery({ api, language, chapterUuid }: Asked) {
  return queryOptions({
    queryKey: ['chapter-length', chapterUuid, language],
    queryFn: async () => {
      // Of whatever form its pictures are: only the number counts.
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
