import type { ComponentType, ReactNode } from 'react';
import { Link } from '../../../web/router.tsx';
import type { AuditEntry } from '../contract.ts';
import { studioPaths } from '../pages.ts';
import styles from './AuditTable.module.css';
import { type Fields, isMoment, useAuditWords } from './audit-words.ts';
import type { Filtered } from './Filters.tsx';
import { ExactMoment, Moment } from './Moment.tsx';
import type { Empty } from './Nothing.tsx';
import { Table } from './Table.tsx';
import { useStudioText } from './words.ts';

/** How a list names books: features further down know their titles and covers. */
export interface BookNames {
  /** Around a list: it is told all ids at once. */
  Books: ComponentType<{ ids: readonly (string | null)[]; children: ReactNode }>;
  /** One of them; `name` is the one that the list has kept. */
  Book: ComponentType<{ id: string; name: string }>;
}

/** Changes, the newest first, each field as it was and as it is. */
export function AuditTable({
  entries,
  empty,
  filtered,
  Book,
}: {
  entries: readonly AuditEntry[];
  empty: Empty;
  filtered?: Filtered | undefined;
  /** How a book is named; absent: all changes are of one thing, which no row names. */
  Book?: BookNames['Book'];
}) {
  const { t } = useStudioText();
  const { targetOf } = useAuditWords();
  return (
    <Table
      caption={t('audit.title')}
      rows={entries}
      rowKey={({ id }) => String(id)}
      empty={empty}
      filtered={filtered}
      columns={[
        {
          head: t('audit.action'),
          cell: ({ action, target, batch }) => (
            <>
              <Action code={action} />
              {batch !== null && (target.kind === 'book' || target.kind === 'chapter') && (
                <Link to={studioPaths.oneImport(batch)} className={styles.import}>
                  {t('audit.openImport')}
                </Link>
              )}
            </>
          ),
        },
        { head: t('audit.at'), cell: ({ at }) => <Moment at={at} />, isWanted: true },
        {
          head: t('audit.user'),
          isWanted: true,
          cell: ({ user, by, token }) => (
            <span className={styles.by}>
              {user ? <bdi>{user.username}</bdi> : by === 'studio' ? '–' : t(`audit.${by}`)}
              {token !== null && (
                <>
                  {' · '}
                  <bdi>{token}</bdi>
                </>
              )}
            </span>
          ),
        },
        ...(Book
          ? [
              {
                head: t('audit.target'),
                isWanted: true,
                cell: ({ target }: AuditEntry) => {
                  const to = pathOf(target);
                  const words = targetOf(target);
                  const name =
                    target.kind === 'book' && target.id !== null ? (
                      <Book id={target.id} name={words} />
                    ) : (
                      <bdi className={styles.target}>{words}</bdi>
                    );
                  return to ? <Link to={to}>{name}</Link> : name;
                },
              },
            ]
          : []),
        { head: t('audit.changes'), isWanted: true, cell: (entry) => <Changes {...entry} /> },
      ]}
    />
  );
}

/** The page of what was changed; null: it has none of its own. */
function pathOf({ kind, id }: AuditEntry['target']): string | null {
  if (id === null) return kind === 'recommended' ? studioPaths.recommended() : null;
  if (kind === 'redirect') return studioPaths.redirects();
  if (kind === 'book') return studioPaths.book(id);
  if (kind === 'user') return studioPaths.person(id);
  if (kind === 'order') return studioPaths.order(id);
  if (kind === 'import') return studioPaths.oneImport(id);
  return kind === 'coupon_batch' ? studioPaths.couponBatch(id) : null;
}

function Action({ code }: { code: string }) {
  const { actionOf } = useAuditWords();
  return <span className={styles.action}>{actionOf(code) ?? <bdi dir="ltr">{code}</bdi>}</span>;
}

/** Each field as it was and as it is, and the reason. The order of the fields is that of audit-words.ts. */
function Changes({ before, after, reason }: Pick<AuditEntry, 'before' | 'after' | 'reason'>) {
  const { t } = useStudioText();
  const { fieldOf, placeOf } = useAuditWords();
  const isKnown = (field: string) => (before?.[field] ?? after?.[field] ?? null) !== null;
  const all = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const fields = all.filter(isKnown).sort((one, other) => placeOf(one) - placeOf(other));
  if (fields.length === 0 && !reason) return null;
  return (
    <dl className={styles.changes}>
      {fields.map((field) => (
        <div key={field} className={isLong(before?.[field]) || isLong(after?.[field]) ? styles.long : undefined}>
          <dt>{fieldOf(field) ?? <bdi dir="ltr">{field}</bdi>}</dt>
          <dd>
            {(before?.[field] ?? null) !== null && (
              <del>
                <Value field={field} value={before?.[field]} beside={before} />
              </del>
            )}{' '}
            {after && field in after && (
              <ins>
                <Value field={field} value={after[field]} beside={after} />
              </ins>
            )}
          </dd>
        </div>
      ))}
      {reason && (
        <div>
          <dt>{t('kit.reason')}</dt>
          <dd>
            <bdi>{reason}</bdi>
          </dd>
        </div>
      )}
    </dl>
  );
}

const isLong = (value: unknown) => typeof value === 'string' && value.length > 60;

function Value({ field, value, beside }: { field: string; value: unknown; beside: Fields }) {
  const { valueIn } = useAuditWords();
  if (typeof value === 'string' && isMoment(value)) return <ExactMoment at={value} />;
  return <bdi>{valueIn(field, value, beside)}</bdi>;
}
