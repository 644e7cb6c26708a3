import { useState } from 'react';
import { AuditTable } from './AuditTable.tsx';
import { useStudioQuery } from './calls.ts';
import { Loaded } from './Page.tsx';
import { Pager, pageSize } from './Pager.tsx';
import { useStudioText } from './words.ts';

/** The changes of one thing, the newest first. */
export function History({ target }: { target: string }) {
  const { t } = useStudioText();
  const [page, setPage] = useState(0);
  const asked = useStudioQuery('/studio/audit', { query: { target, page } });
  return (
    <Loaded asked={asked}>
      {({ data: { result, total } }) => (
        <>
          <AuditTable entries={result} empty={{ title: t('audit.noneYet') }} />
          {total > pageSize && <Pager total={total} page={page} onPage={setPage} />}
        </>
      )}
    </Loaded>
  );
}
