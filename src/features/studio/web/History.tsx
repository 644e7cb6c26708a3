import type { AuditEntry } from '../contract.ts';
import { AuditTable } from './AuditTable.tsx';
import { type Listed, useStudioQuery } from './calls.ts';
import { Loaded } from './Page.tsx';
import { useStudioText } from './words.ts';

/** The changes of one thing, the newest first. */
export function History({ target }: { target: string }) {
  const { t } = useStudioText();
  const asked = useStudioQuery<Listed<AuditEntry>>(`/audit?${new URLSearchParams({ target })}`);
  return (
    <Loaded asked={asked}>
      {({ data: { result } }) => (
        <AuditTable entries={result} hasTarget={false} empty={{ title: t('audit.noneYet') }} />
      )}
    </Loaded>
  );
}
