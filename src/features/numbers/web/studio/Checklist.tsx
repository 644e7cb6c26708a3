import { Link } from '../../../../web/router.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import { studioPaths } from '../../../studio/pages.ts';
import { useStudioCalls } from '../../../studio/web/calls.ts';
import { Section } from '../../../studio/web/Page.tsx';
import { useAttempt } from '../../../studio/web/problems.ts';
import { useStudioText } from '../../../studio/web/words.ts';
import type { Home } from '../../studio-contract.ts';
import styles from './Home.module.css';

type Steps = NonNullable<Home['checklist']>;

const pageOf: Readonly<Record<Steps[number]['step'], string>> = {
  name: studioPaths.settings(),
  book: studioPaths.newImport(),
  payment: studioPaths.prices(),
  backup: studioPaths.health(),
  contact: studioPaths.settings(),
};

/** The steps of a new site, until all are done or somebody has dismissed them. */
export function Checklist({ steps, onDismissed }: { steps: Steps; onDismissed: () => Promise<unknown> }) {
  const { t } = useStudioText();
  const attempt = useAttempt();
  const calls = useStudioCalls();
  const dismiss = () =>
    attempt(async () => {
      await calls.send('DELETE', '/studio/home/checklist');
      await onDismissed();
    });
  return (
    <Section
      title={t('today.checklist.title')}
      actions={
        <Button variant="quiet" onClick={() => void dismiss()}>
          {t('today.checklist.dismiss')}
        </Button>
      }
    >
      <ol className={styles.list}>
        {steps.map(({ step, done }) => (
          <li key={step} className={styles.row}>
            <span className={styles.words}>
              <span
                className={styles.mark}
                role="img"
                aria-label={t(done ? 'today.checklist.done' : 'today.checklist.open')}
              >
                {done ? '✓' : '○'}
              </span>
              {done ? (
                <span className={styles.done}>{t(`today.checklist.steps.${step}`)}</span>
              ) : (
                <Link to={pageOf[step]}>{t(`today.checklist.steps.${step}`)}</Link>
              )}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
