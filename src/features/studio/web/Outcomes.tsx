import { type ReactNode, useState } from 'react';
import { ApiError } from '../../../web/api-client.ts';
import { useText } from '../../../web/i18n.tsx';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { showToast } from '../../../web/ui/toasts.ts';
import { useProblems } from './problems.ts';
import styles from './SelectionBar.module.css';
import { useStudioText } from './words.ts';

/** One of many things that a change was asked for, as the server tells of it. */
export interface Outcome {
  ok: boolean;
  code: string | null;
  error: string | null;
}

/** A thing that was refused: its name, and why. */
interface Refused {
  id: string;
  name: string;
  why: string;
}

/** Tells what a change of many things did: how many it changed, and of each other one why not, in the returned dialog. */
export function useOutcomes(): {
  tell(rows: readonly (Outcome & { id: string; name: string; why?: string })[]): void;
  dialog: ReactNode;
} {
  const { t } = useStudioText();
  const { textOf } = useProblems();
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const whyOf = ({ code, error }: Outcome) =>
    textOf(new ApiError(409, { ...(code && { code }), ...(error && { error }) }));
  return {
    tell(rows) {
      const count = rows.filter(({ ok }) => ok).length;
      if (count > 0) showToast({ text: t('bulk.done', { count }) });
      setRefused(rows.flatMap(({ id, name, why, ...row }) => (row.ok ? [] : [{ id, name, why: why ?? whyOf(row) }])));
    },
    dialog: <RefusedRows rows={refused} onClose={() => setRefused([])} />,
  };
}

/** A dialog that tells which of many things were refused, and why. */
function RefusedRows({ rows, onClose }: { rows: readonly Refused[]; onClose: () => void }) {
  const { t } = useStudioText();
  const { t: site } = useText();
  return (
    <Dialog
      open={rows.length > 0}
      title={t('bulk.refused', { count: rows.length })}
      closeLabel={site('app.close')}
      onClose={onClose}
    >
      <ul className={styles.refused}>
        {rows.map(({ id, name, why }) => (
          <li key={id}>
            <bdi className={styles.name}>{name}</bdi> {why}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
