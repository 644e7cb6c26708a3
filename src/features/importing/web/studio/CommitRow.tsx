import { useState } from 'react';
import { Button } from '../../../../web/ui/Button.tsx';
import { Notice } from '../../../../web/ui/Notice.tsx';
import { Switch } from '../../../../web/ui/Switch.tsx';
import { renewOnConflict, useRefresh, useStudioCalls } from '../../../studio/web/calls.ts';
import { useProblems } from '../../../studio/web/problems.ts';
import { useStudioText } from '../../../studio/web/words.ts';
import styles from './Plan.module.css';

/** The button that brings the books of a plan in, as drafts or at once. */
export function CommitRow({
  id,
  etag,
  isBusy,
  onChanged,
}: {
  id: string;
  etag: string | null;
  isBusy: boolean;
  onChanged: () => Promise<void>;
}) {
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const refreshPlan = useRefresh('/studio/imports/:id/plan');
  const { textOf } = useProblems();
  const [isNow, setNow] = useState(false);
  const [isTold, setTold] = useState(true);
  const [problem, setProblem] = useState<string | null>(null);

  async function commit(): Promise<void> {
    setProblem(null);
    try {
      const commit = calls.send('POST', '/studio/imports/:id/commit', {
        params: { id },
        body: { publish: isNow ? 'now' : 'draft', ...(!isTold && { silent: true }) },
        ifMatch: etag,
      });
      await renewOnConflict(commit, refreshPlan);
    } catch (error) {
      setProblem(textOf(error));
    }
    await onChanged();
  }

  return (
    <>
      {problem && <Notice>{problem}</Notice>}
      <div className={styles.commit}>
        <div className={styles.publish}>
          <Switch label={t('imports.publishNow')} isOn={isNow} onChange={setNow} />
          <p className={styles.hint}>{t('imports.publishHint')}</p>
          <Switch label={t('publishing.tell')} isOn={isTold} onChange={setTold} />
        </div>
        <Button variant="primary" disabled={isBusy} onClick={() => void commit()}>
          {t('imports.commit')}
        </Button>
      </div>
    </>
  );
}
