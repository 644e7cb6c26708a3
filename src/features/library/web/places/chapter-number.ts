import type { Language } from '../../../../shared/languages.ts';
import { type ApiClient, ApiError } from '../../../../web/api-client.ts';
import { queryOptions } from '../../../../web/query.ts';

/** A chapter's number, and what its print calls it. */
export interface NumberedChapter {
  number: number;
  season: number | null;
  label: string | null;
}

/** A chapter that was read on another device; null where it is gone. */
export function chapterElsewhereQuery(asked: { api: ApiClient; language: Language; chapterUuid: string }) {
  return queryOptions({
    queryKey: ['chapter-elsewhere', asked.chapterUuid],
    queryFn: () => fetchNumbered(asked),
    retry: false,
  });
}

export async function fetchNumbered(asked: {
  api: ApiClient;
  language: Language;
  chapterUuid: string;
}): Promise<NumberedChapter | null> {
  const { api, language, chapterUuid } = asked;
  try {
    const params = { chapterUuid, language };
    const { result } = await api.get('/comics/chapter_comics/:chapterUuid/:language', { params });
    return { number: result.chapter_number, season: result.season, label: result.label };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // The refusal of a chapter for members still tells its number, and no more.
    if (error.status === 403) {
      const number = numberOf(error.body.chapter);
      return number === null ? null : { number, season: null, label: null };
    }
    if (error.status === 404) return null;
    throw error;
  }
}

function numberOf(chapter: unknown): number | null {
  if (typeof chapter !== 'object' || chapter === null || !('chapter_number' in chapter)) return null;
  return typeof chapter.chapter_number === 'number' ? chapter.chapter_number : null;
}
