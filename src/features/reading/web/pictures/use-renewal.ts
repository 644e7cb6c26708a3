import { useMemo } from 'react';
import { useApi } from '../../../../web/api.tsx';
import { useText } from '../../../../web/i18n.tsx';
import { useQueryClient } from '../../../../web/query.ts';
import { chapterQuery, type ReadableChapter } from '../chapter/chapter.ts';
import { useReader } from '../chapter/reader.ts';
import { createRenewal, type Renewal } from './signed-pictures.ts';

/** Renews the addresses of a chapter's images by asking for the chapter again. A refusal then shows its reason. */
export function useRenewal({ access }: ReadableChapter): Renewal {
  const { chapterUuid } = useReader().place;
  const api = useApi();
  const queryClient = useQueryClient();
  const { language } = useText();
  const freeUntil = access.until ? Date.parse(access.until) : Number.POSITIVE_INFINITY;
  return useMemo(
    () =>
      createRenewal({
        ask: () => queryClient.fetchQuery({ ...chapterQuery(api, { chapterUuid, language }), staleTime: 0 }),
        now: () => Date.now(),
        freeUntil,
      }),
    [api, queryClient, chapterUuid, language, freeUntil],
  );
}
