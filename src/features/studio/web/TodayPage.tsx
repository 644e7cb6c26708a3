import { Link } from '../../../web/router.tsx';
import { EmptyState } from '../../../web/ui/EmptyState.tsx';
import { type Listed, useStudioQuery } from './calls.ts';
import { Loaded, Page, studioPage } from './Page.tsx';
import styles from './TodayPage.module.css';
import { useStudioText } from './words.ts';

interface Wanted {
  kind: string;
  count: number;
  page: string;
}

/** The kinds of things that want attention, each with its sentence. */
const known = [
  'payments_unsettled',
  'payments_in_review',
  'payments_mismatched',
  'payments_unattributed',
  'ledger_differences',
  'backup_missing',
] as const;
type Known = (typeof known)[number];
const isKnown = (kind: string): kind is Known => known.some((each) => each === kind);

function TodayPage() {
  const { t } = useStudioText();
  const asked = useStudioQuery<Listed<Wanted>>('/today');
  return (
    <Page title={t('today.title')}>
      <Loaded asked={asked}>
        {({ data: { result } }) =>
          result.length === 0 ? (
            <EmptyState title={t('today.nothing')}>{t('today.nothingText')}</EmptyState>
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
    </Page>
  );
}

function Sentence({ kind, count }: Wanted) {
  const { t } = useStudioText();
  return isKnown(kind) ? t(`today.kinds.${kind}`, { count }) : t('today.unknown', { kind, count });
}

export const todayPage = studioPage(TodayPage);
