import type { AuditEntry } from '../contract.ts';
import styles from './AuditTable.module.css';
import { useAuditWords } from './audit-words.ts';
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
  const { targetOf } = useAuditWords();
  return (
    <Table
      caption={t('audit.title')}
      rows={entries}
      rowKey={({ id }) => String(id)}
      empty={empty}
      columns={[
        {
          head: t('audit.action'),
          cell: ({ action }) => <Action code={action} />,
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
          cell: ({ target }) => <bdi className={styles.target}>{targetOf(target)}</bdi>,
        },
        { head: t('audit.changes'), isWanted: true, cell: (entry) => <Changes {...entry} /> },
        { head: t('kit.reason'), cell: ({ reason }) => <bdi>{reason ?? ''}</bdi> },
      ]}
    />
  );
}

function Action({ code }: { code: string }) {
  const { actionOf } = useAuditWords();
  return <span className={styles.action}>{actionOf(code) ?? <bdi dir="ltr">{code}</bdi>}</span>;
}

function Changes({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  const { fieldOf } = useAuditWords();
  const isKnown = (field: string) => (before?.[field] ?? after?.[field] ?? null) !== null;
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(isKnown);
  if (fields.length === 0) return null;
  return (
    <dl className={styles.changes}>
      {fields.map((field) => (
        <div key={field}>
          <dt>{fieldOf(field) ?? <bdi dir="ltr">{field}</bdi>}</dt>
          <dd>
            {before && field in before && (
              <del>
                <Value field={field} value={before[field]} />
              </del>
            )}{' '}
            {after && field in after && (
              <ins>
                <Value field={field} value={after[field]} />
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/;

function Value({ field, value }: { field: string; value: unknown }) {
  const { valueIn } = useAuditWords();
  if (typeof value === 'string' && moment.test(value)) return <ExactMoment at={value} />;
  return <bdi>{valueIn(field, value)}</bdi>;
}
