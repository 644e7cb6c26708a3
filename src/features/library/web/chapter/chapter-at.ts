import type { Language } from '../../../../shared/languages.ts';
import type { ApiClient } from '../../../../web/api-client.ts';
import { queryOptions } from '../../../../web/query.ts';
import type { BookDetail, ChapterListItem } from '../../../catalog/contract.ts';

interface Asked {
  api: ApiClient;
  language: Language;
  bookUuid: string;
  number: number;
}

/** A book with only its chapter of that number; null beyond the last chapter. */
export async function fetchChapterAt({ api, language, bookUuid, number }: Asked): Promise<ChapterAt | null> {
  const params = { bookId: bookUuid, language, direction: 'asc', page: number - 1, pageSize: 1 } as const;
  const { result: book } = await api.get('/comics/chapters/:bookId/:language/:direction/:page/:pageSize', { params });
  const chapter = book?.chapters[0];
  return book && chapter ? { book, chapter } : null;
}

export interface ChapterAt {
  book: BookDetail;
  chapter: ChapterListItem;
}

export function chapterAtQuery(asked: Asked) {
  return queryOptions({
    queryKey: ['chapter-at', asked.bookUuid, asked.language, asked.number],
    queryFn: () => fetchChapterAt(asked),
    staleTime: 5 * 60_000,
  });
}
