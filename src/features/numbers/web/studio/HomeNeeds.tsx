import { Link } from '../../../../web/router.tsx';
import { Button, buttonClass } from '../../../../web/ui/Button.tsx';
import { showToast } from '../../../../web/ui/toasts.ts';
import { useStudioCalls } from '../../../studio/web/calls.ts';
import { Section } from '../../../studio/web/Page.tsx';
import { useAttempt } from '../../../studio/web/problems.ts';
import { useStudioText } from '../../../studio/web/words.ts';
import type { Home } from '../../studio-contract.ts';
import styles from './Home.module.css';

/** The kinds of things that want attention, each with its sentence. */
const known = [
  'payments_unsettled',
  'payments_in_review',
  'payments_mismatched',
  'payments_unattributed',
  'withdrawals',
  'ledger_differences',
  'work_failed',
  'pages_broken',
  'job_failed',
  'disk_full',
  'backup_damaged',
  'backup_incomplete',
  'pictures_kept',
  'converters_unjailed',
  'webhooks_refused',
  'backup_overdue',
  'backup_missing',
  'trials',
  'connections_off',
] as const;
type Known = (typeof known)[number];
const isKnown = (kind: string): kind is Known => known.some((each) => each === kind);

type Need = Home['needs'][number];

/** The things that want the attention of whoever looks, each with a button that does or leads to what helps. */
export function HomeNeeds({ needs, onDone }: { needs: readonly Need[]; onDone: () => Promise<unknown> }) {
  const { t } = useStudioText();
  return (
    <Section title={t('today.needs')}>
      {needs.length === 0 ? (
        <p>{t('today.nothing')}</p>
      ) : (
        <ul className={styles.list}>
          {needs.map((need) => (
            <li key={need.kind} data-row="" className={styles.row}>
              <Sentence {...need} />
              <Deed need={need} onDone={onDone} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Sentence({ kind, count }: Need) {
  const { t } = useStudioText();
  return <span>{isKnown(kind) ? t(`today.kinds.${kind}`, { count }) : t('today.unknown', { kind, count })}</span>;
}

function Deed({ need: { page, action }, onDone }: { need: Need; onDone: () => Promise<unknown> }) {
  const { t } = useStudioText();
  const attempt = useAttempt();
  const calls = useStudioCalls();
  if (action !== 'back_up')
    return (
      <Link to={page} className={buttonClass({ variant: 'quiet' })}>
        {t(`today.actions.${action}`)}
      </Link>
    );
  const backUp = () =>
    attempt(async () => {
      await calls.send('POST', '/studio/health/backups');
      showToast({ text: t('health.begun') });
      await onDone();
    });
  return <Button onClick={() => void backUp()}>{t('today.actions.back_up')}</Button>;
}
