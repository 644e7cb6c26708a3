import type { AnswerOf, CallAt } from '../../../shared/calls.ts';
import { Link } from '../../../web/router.tsx';
import styles from './Attention.module.css';
import { useStudioQuery } from './calls.ts';
import { Loaded } from './Page.tsx';
import { useStudioText } from './words.ts';

/** The kinds of things that want attention, each with its sentence. */
const known = [
  'payments_unsettled',
  'payments_in_review',
  'payments_mismatched',
  'payments_unattributed',
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
] as const;
type Known = (typeof known)[number];
const isKnown = (kind: string): kind is Known => known.some((each) => each === kind);

/** The things that want the attention of whoever looks, each with the page where it is put right. */
export function Attention() {
  const { t } = useStudioText();
  const asked = useStudioQuery('/studio/today');
  return (
    <Loaded asked={asked}>
      {({ data: { result } }) =>
        result.length === 0 ? (
          <p>{t('today.nothing')}</p>
        ) : (
          <ul className={styles.list}>
            {result.map((wanted) => (
              <li key={wanted.kind} data-row="" className={styles.item}>
                <Link to={wanted.page} className={styles.link}>
                  <Sentence {...wanted} />
                </Link>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

function Sentence({ kind, count }: AnswerOf<CallAt<'GET', '/studio/today'>>['result'][number]) {
  const { t } = useStudioText();
  return isKnown(kind) ? t(`today.kinds.${kind}`, { count }) : t('today.unknown', { kind, count });
}
