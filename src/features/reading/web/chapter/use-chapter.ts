import { useEffect, useState } from 'react';
import { useApi } from '../../../../web/api.tsx';
import { useText } from '../../../../web/i18n.tsx';
import { useQuery, useQueryClient } from '../../../../web/query.ts';
import type { QueryClient } from '../../../../web/query-client.ts';
import { createStore } from '../../../../web/store.ts';
import { chapterKey, chapterQuery, type LockReason, type OpenedChapter } from './chapter.ts';
import { type ChapterSight, type FirstAsk, heldOpen, sightOf } from './chapter-view.ts';
import { membershipKey } from './membership.ts';
import { forgetWithSession, useViewer } from './viewer.ts';

export type ChapterView = ChapterSight & {
  error: unknown;
  ask: () => void;
  /** Why nothing more of the chapter will come; null while its reader may read it. */
  lost: LockReason | null;
};

/** An answer so young came while the page was being prepared; it is not asked for again. */
const justNowMs = 500;

/** The chapter for this reader, whoever that is by now. */
export function useChapter(chapterUuid: string): ChapterView {
  const api = useApi();
  const queryClient = useQueryClient();
  const { language } = useText();
  const viewer = useViewer();
  const options = chapterQuery(api, { chapterUuid, language });
  const [firstAsk, setFirstAsk] = useState<FirstAsk>(() =>
    queryClient.query(options.queryKey).isStale(justNowMs) ? 'due' : 'settled',
  );
  const known = queryClient.getQueryData(options.queryKey);
  const mayHaveOpened = known?.state === 'locked' && viewer !== null && firstAsk === 'due';
  const query = useQuery({ ...options, refetchOnMount: mayHaveOpened ? 'always' : true });
  if (firstAsk === 'due' && query.isFetching) setFirstAsk('asked');
  if (firstAsk === 'asked' && !query.isFetching) setFirstAsk('settled');

  const isForeign = query.data !== undefined && query.data.viewer !== viewer;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each viewer, not for each new closure
  useEffect(() => {
    if (isForeign) void query.refetch();
  }, [isForeign, viewer]);
  useEffect(() => forgetWithSession(queryClient, [chapterKey, membershipKey]), [queryClient]);
  useEffect(() => forgetOthers(queryClient, chapterUuid), [queryClient, chapterUuid]);

  const { data, isFetching, isError, error } = query;
  const [held, setHeld] = useState<OpenedChapter | null>(null);
  if (data?.state === 'open' && held !== data) setHeld(data);
  const { opened, lost } = heldOpen(held, data);
  const sight = sightOf({ opened, viewer, isFetching, isError, firstAsk });
  return { ...sight, error, lost, ask: () => void query.refetch() };
}

/** The last chapters that were read stay in memory, so that going back asks nothing; older ones are forgotten. */
const kept = 4;
const recent = createStore<readonly string[]>([]);

function forgetOthers(queryClient: QueryClient, chapterUuid: string): void {
  const others = recent.get().filter((uuid) => uuid !== chapterUuid);
  recent.set([chapterUuid, ...others].slice(0, kept));
  queryClient.forget(([kind, uuid]) => kind === chapterKey && !recent.get().includes(String(uuid)));
}
