import { AuditTable } from './AuditTable.tsx';
import { useStudioQuery } from './calls.ts';
import { Loaded } from './Page.tsx';
import { useStudioText } from './words.ts';

/** The changes of one thing, the newest first. */
export function History({ target }: { target: string }) {
  const { t } = useStudioText();
  const asked = useStudioQuery('/studio/audit', { query: { target } });
  return (
    <Loaded asked={asked}>
      {({ data: { result } }) => <AuditTable entries={result} empty={{ title: t('audit.noneYet') }} />}
    </Loaded>
  );
}
