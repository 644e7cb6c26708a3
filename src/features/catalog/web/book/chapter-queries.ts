import type { Language } from '../../../../shared/languages.ts';
import type { ApiClient } from '../../../../web/api-client.ts';
import { infiniteQueryOptions, type Pages } from '../../../../web/infinite-query.ts';
import { queryOptions } from '../../../../web/query.ts';
import type { QueryClient } from '../../../../web/query-client.ts';
import type { BookDetail, ChapterDirection, ChapterListItem, ChaptersAnswer } from '../../contract.ts';

export const chapterPageSize = 10;

/** The start and the order of a chapter list; the address holds them. */
export type ChapterSelection = { direction: ChapterDirection; startPage: number };

/** The keys in the query string that select chapters. */
export const chapterSelectionKeys = ['order', 'page'] as const;

export function chapterSelectionOf(search: URLSearchParams): ChapterSelection {
  const page = search.get('page') ?? '';
  return {
    direction: search.get('order') === 'desc' ? 'desc' : 'asc',
    // Readers count pages from 1, the API from 0.
    startPage: /^[1-9]\d{0,5}$/.test(page) ? Number(page) - 1 : 0,
  };
}

/** The address of a selection; default values are left out. */
export function chapterSelectionAddress(path: string, { direction, startPage }: ChapterSelection): string {
  const search = new URLSearchParams({
    ...(direction === 'desc' && { order: 'desc' }),
    ...(startPage > 0 && { page: String(startPage + 1) }),
  });
  return search.size === 0 ? path : `${path}?${search}`;
}

type Asked = { api: ApiClient; language: Language; bookUuid: string };

/** A book with its chapters, page by page both ways from where the selection starts. */
export function chaptersQuery({ api, language, bookUuid }: Asked, { direction, startPage }: ChapterSelection) {
  return infiniteQueryOptions({
    queryKey: ['chapters', bookUuid, language, direction, startPage],
    queryFn: ({ pageParam }) =>
      api.get(chapters, { params: paramsOf({ bookUuid, language, direction, page: pageParam }) }),
    initialPageParam: startPage,
    getNextPageParam: ({ result }, _pages, page) =>
      (result?.chapters.length ?? 0) < chapterPageSize ? null : page + 1,
    getPreviousPageParam: (_first, _pages, page) => (page > 0 ? page - 1 : null),
    refetchOnMount: ({ pages }) => pages.length <= 1,
  });
}

/** The book's first chapter, for lists that do not start with it. */
export function firstChapterQuery({ api, language, bookUuid }: Asked) {
  return queryOptions({
    queryKey: ['first-chapter', bookUuid, language],
    queryFn: async (): Promise<ChapterListItem | null> => {
      const params = paramsOf({ bookUuid, language, direction: 'asc', page: 0, pageSize: 1 });
      return (await api.get(chapters, { params })).result?.chapters[0] ?? null;
    },
  });
}

const chapters = '/comics/chapters/:bookId/:language/:direction/:page/:pageSize';

function paramsOf(asked: {
  bookUuid: string;
  language: Language;
  direction: ChapterDirection;
  page: number;
  pageSize?: number;
}) {
  const { bookUuid: bookId, pageSize = chapterPageSize, ...place } = asked;
  return { bookId, ...place, pageSize };
}

/** The facts about the book from any answer so far, shown while other chapters are loading. */
export function findKnownBook(
  queryClient: QueryClient,
  { language, bookUuid }: { language: Language; bookUuid: string },
): BookDetail | null {
  for (const { state } of queryClient.answered(['chapters', bookUuid, language])) {
    const { pages } = state.data as Pages<ChaptersAnswer>; // chaptersQuery stores this shape
    const answer = pages.find((page) => page.result !== null);
    if (answer?.result) return answer.result;
  }
  return null;
}
