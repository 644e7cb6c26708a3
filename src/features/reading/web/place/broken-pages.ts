import type { ApiClient } from '../../../../web/api-client.ts';
import type { Environment } from '../../../../web/navigation.ts';
import { answerOf } from './known-chapter.ts';
import { noteReadingEvent } from './reading-events.ts';

/** The value of `retry` in the address of the last automatic try (../pictures/image-retry.ts). */
const lastTry = 3;

const toldByApi = new WeakMap<ApiClient, Set<string>>();

/**
 * Reports a comic's page that does not load: once, after its last try. The image's address tells the page and the try.
 */
export function noteBrokenPage(
  { api, queryClient, text }: Environment,
  { src, chapterUuid }: { src: string; chapterUuid: string },
): void {
  const address = new URL(src, location.href);
  if (Number(address.searchParams.get('retry')) < lastTry) return;
  const opened = answerOf(queryClient, { chapterUuid, language: text.language });
  if (opened?.state !== 'open') return;
  const { pages: images = [], language, book_uuid: bookUuid } = opened.chapter;
  const page = images.find(({ src }) => new URL(src, location.href).pathname === address.pathname)?.page;
  const told = toldByApi.get(api) ?? new Set();
  toldByApi.set(api, told);
  if (page === undefined || told.has(`${chapterUuid} ${page}`)) return;
  told.add(`${chapterUuid} ${page}`);
  // Content counts pages from 0, reports from 1 (spec: reading.md#events).
  noteReadingEvent(api, { name: 'page_broken', bookUuid, chapterUuid, page: page + 1, language });
}
