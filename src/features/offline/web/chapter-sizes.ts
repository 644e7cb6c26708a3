import type { Language } from '../../../shared/languages.ts';
import type { ApiClient } from '../../../web/api-client.ts';
import { queryOptions } from '../../../web/query.ts';
import type { SizeAnswer } from '../contract.ts';
import { findWantedForm } from './wanted-form.ts';

/** Chapters that are kept in one go, after the one in question. */
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
  const { type, width } = await findWantedForm();
  const path = `/comics/chapter_size/${chapterUuid}/${language}?type=${encodeURIComponent(type)}&width=${width}`;
  return (await api.get<SizeAnswer>(path)).result;
}

/** About what a chapter takes on this device; null where this reader may not keep it. */
export function sizeQuery(asked: Asked) {
  return queryOptions({
    queryKey: ['chapter-size', asked.chapterUuid, asked.language],
    queryFn: () => askSize(asked),
    retry: false,
  });
}

/** The next chapters, as far as this reader may keep them, and about what each takes. */
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
