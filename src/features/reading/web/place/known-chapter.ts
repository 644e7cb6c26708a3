import type { Language } from '../../../../shared/languages.ts';
import type { QueryClient } from '../../../../web/query-client.ts';
import type { OpenedChapter } from '../chapter/chapter.ts';

/**
 * The answer that `chapterQuery` keeps, by its key: importing `chapterQuery` would load the reader's code on every
 * page.
 */
export function answerOf(
  queryClient: QueryClient,
  { chapterUuid, language }: { chapterUuid: string; language: Language },
): OpenedChapter | undefined {
  return queryClient.getQueryData<OpenedChapter>(['chapter', chapterUuid, language]);
}
