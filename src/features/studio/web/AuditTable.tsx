import type { AuditEntry } from '../contract.ts';
import styles from './AuditTable.module.css';
import { ExactMoment, Moment } from './Moment.tsx';
import { Table } from './Table.tsx';
import { useStudioText } from './words.ts';

/** Changes, the newest first, each field as it was and as it is. */
export function AuditTable({
  entries,
  empty,
}: {
  entries: readonly AuditEntry[];
  empty: { title: string; text?: string };
}) {
  const { t } = useStudioText();
  return (
    <Table
      caption={t('audit.title')}
      rows={entries}
      rowKey={({ id }) => String(id)}
      empty={empty}
      columns={[
        {
          head: t('audit.action'),
          cell: ({ action }) => (
            <bdi dir="ltr" className={styles.action}>
              {action}
            </bdi>
          ),
        },
        { head: t('audit.at'), cell: ({ at }) => <Moment at={at} />, isWanted: true },
        {
          head: t('audit.user'),
          isWanted: true,
          cell: ({ user, by }) => (
            <span className={styles.by}>
              {user ? <bdi>{user.username}</bdi> : by === 'studio' ? '–' : t(`audit.${by}`)}
            </span>
          ),
        },
        {
          head: t('audit.target'),
          isWanted: true,
          cell: ({ target }) => <bdi className={styles.target}>{target.name ?? target.id ?? '–'}</bdi>,
        },
        { head: t('audit.changes'), isWanted: true, cell: (entry) => <Changes {...entry} /> },
        { head: t('kit.reason'), cell: ({ reason }) => <bdi>{reason ?? ''}</bdi> },
      ]}
    />
  );
}

function Changes({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  const isKnown = (field: string) => (before?.[field] ?? after?.[field] ?? null) !== null;
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(isKnown);
  if (fields.length === 0) return null;
  return (
    <dl className={styles.changes}>
      {fields.map((field) => (
        <div key={field}>
          <dt>
            <bdi dir="ltr">{field}</bdi>
          </dt>
          <dd>
            {before && field in before && (
              <del>
                <Value value={before[field]} />
              </del>
            )}{' '}
            {after && field in after && (
              <ins>
                <Value value={after[field]} />
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/;

function Value({ value }: { value: unknown }) {
  return typeof value === 'string' && moment.test(value) ? <ExactMoment at={value} /> : <bdi>{inWords(value)}</bdi>;
}

function inWords(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || Array.isArray(value)) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, each]) => each !== 0);
  return fields.map(([name, each]) => `${name}: ${inWords(each)}`).join(', ');
}
