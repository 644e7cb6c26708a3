import type { InfiniteQueryResult } from '../../../web/infinite-query.ts';
import { LoadWhenSeen } from '../../../web/ui/LoadWhenSeen.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';

/** Loads a list's next page as the reader comes near its end; what failed may be tried again. */
export function NextPages({
  list,
  retry,
  failed,
}: {
  list: InfiniteQueryResult<unknown>;
  retry: string;
  failed: string;
}) {
  const again = () => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch());
  return (
    <>
      {list.hasNextPage && !list.isFetching && !list.isFetchNextPageError && (
        <LoadWhenSeen key={list.data?.pages.length} load={() => void list.fetchNextPage()} />
      )}
      {list.isError && <Notice action={{ label: retry, busy: list.isFetching, act: again }}>{failed}</Notice>}
    </>
  );
}
