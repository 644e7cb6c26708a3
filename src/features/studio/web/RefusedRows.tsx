import { ApiError } from '../../../web/api-client.ts';
import { useText } from '../../../web/i18n.tsx';
import { Dialog } from '../../../web/ui/Dialog.tsx';
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
export interface Refused {
  id: string;
  name: string;
  why: string;
}

/** Says why one of many things was refused. */
export function useWhy(): (outcome: Outcome) => string {
  const { textOf } = useProblems();
  return ({ code, error }) => textOf(new ApiError(409, { ...(code && { code }), ...(error && { error }) }));
}

/** A dialog that tells which of many things were refused, and why. */
export function RefusedRows({ rows, onClose }: { rows: readonly Refused[]; onClose: () => void }) {
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
