import type { Language } from '../../../../shared/languages.ts';
import { type ApiClient, ApiError } from '../../../../web/api-client.ts';
import { queryOptions } from '../../../../web/query.ts';

/** The number of a chapter that was read on another device; null where the chapter is gone. */
export function numberElsewhereQuery(asked: { api: ApiClient; language: Language; chapterUuid: string }) {
  return queryOptions({
    queryKey: ['chapter-number', asked.chapterUuid],
    queryFn: () => fetchChapterNumber(asked),
    retry: false,
  });
}

export async function fetchChapterNumber(asked: {
  api: ApiClient;
  language: Language;
  chapterUuid: string;
}): Promise<number | null> {
  const { api, language, chapterUuid } = asked;
  try {
    const params = { chapterUuid, language };
    return (await api.get('/comics/chapter_comics/:chapterUuid/:language', { params })).result.chapter_number;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // The refusal of a chapter for members still tells its number.
    if (error.status === 403) return numberOf(error.body.chapter);
    if (error.status === 404) return null;
    throw error;
  }
}

function numberOf(chapter: unknown): number | null {
  if (typeof chapter !== 'object' || chapter === null || !('chapter_number' in chapter)) return null;
  return typeof chapter.chapter_number === 'number' ? chapter.chapter_number : null;
}
