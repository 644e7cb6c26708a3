import type { Language } from '../../../shared/languages.ts';
import type { ApiClient } from '../../../web/api-client.ts';
import { queryOptions } from '../../../web/query.ts';
import type { SizeAnswer } from '../contract.ts';
import { findWantedForm } from './wanted-form.ts';

/** The number of chapters after the given one that are kept with one press. */
export const mostFollowing = 5;

interface Asked {
  api: ApiClient;
  language: Language;
  chapterUuid: string;
}

export interface SizedChapter {
  chapterUuid: string;
  bytes: number;
}

async function askSize({ api, language, chapterUuid }: Asked): Promise<SizeAnswer['result']> {
  const query = await findWantedForm();
  const params = { chapterUuid, language };
  return (await api.get('/comics/chapter_size/:chapterUuid/:language', { params, query })).result;
}

/** A chapter's approximate size on this device; null where this reader may not keep it. */
export function sizeQuery(asked: Asked) {
  return queryOptions({
    queryKey: ['chapter-size', asked.chapterUuid, asked.language],
    queryFn: () => askSize(asked),
    retry: false,
  });
}

/** The next chapters that this reader may keep, with their approximate sizes. */
export function followingQuery(asked: Asked) {
  return queryOptions({
    queryKey: ['following-sizes', asked.chapterUuid, asked.language],
    queryFn: async (): Promise<SizedChapter[]> => {
      const following: SizedChapter[] = [];
      let next = (await askSize(asked))?.next_chapter_uuid;
      while (next && following.length < mostFollowing) {
        const size = await askSize({ ...asked, chapterUuid: next });
        if (!size) break;
        following.push({ chapterUuid: next, bytes: size.bytes });
        next = size.next_chapter_uuid;
      }
      return following;
    },
    retry: false,
  });
}
