import type { Db, DbPool } from '../database/db.ts';

/** The work of a query, as PostgreSQL reports it in the executed plan. */
export interface SeenQuery {
  text: string;
  /** Rows that the query read, by table or partition. */
  read: ReadonlyMap<string, number>;
  /** Tables that the query read from end to end. */
  whole: ReadonlySet<string>;
  /** Rows that the query returned or changed. */
  given: number;
}

/** A part of EXPLAIN's output. */
interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

/**
 * Wraps a database: before each query it runs the query under EXPLAIN ANALYZE, with the product's own values, and rolls
 * back.
 */
export function watchPlans(db: DbPool, note: (seen: SeenQuery) => void): DbPool {
  return {
    ...db,
    query: (sql, values) => db.withConnection((connection) => watched(connection, note).query(sql, values)),
    withConnection: (work) => db.withConnection((connection) => work(watched(connection, note))),
  };
}

const explainable = /^\s*(select|with|insert|update|delete)\b/i;
/** These effects survive a rollback, so such a query must not run twice. */
const lasting = /pg_(try_)?advisory_lock|pg_notify|setval/i;

function watched(connection: Db, note: (seen: SeenQuery) => void): Db {
  let isInTransaction = false;
  return {
    async query(sql, values) {
      const text = typeof sql === 'string' ? sql : sql.text;
      if (/^\s*begin/i.test(text)) isInTransaction = true;
      if (/^\s*(commit|rollback\s*$)/i.test(text)) isInTransaction = false;
      if (!explainable.test(text) || lasting.test(text)) return connection.query(sql, values);
      const plans = await explain(connection, { text, values, isInTransaction });
      const result = await connection.query<never>(sql, values);
      note({ text, given: result.rowCount, ...readingOf(plans) });
      return result;
    },
  };
}

async function explain(
  connection: Db,
  query: { text: string; values: readonly unknown[] | undefined; isInTransaction: boolean },
): Promise<Plan[]> {
  const [before, after] = query.isInTransaction
    ? ['savepoint before_explain', 'rollback to before_explain']
    : ['begin', 'rollback'];
  await connection.query(before);
  try {
    const { rows } = await connection.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `explain (analyze, timing off, format json) ${query.text}`,
      query.values,
    );
    return rows.flatMap((row) => row['QUERY PLAN'].map(({ Plan: plan }) => plan));
  } finally {
    await connection.query(after);
  }
}

function readingOf(plans: readonly Plan[]): Pick<SeenQuery, 'read' | 'whole'> {
  const [read, whole] = [new Map<string, number>(), new Set<string>()];
  const visit = (plan: Plan) => {
    const table = plan['Relation Name'];
    if (table && plan['Node Type'] !== 'ModifyTable') read.set(table, (read.get(table) ?? 0) + rowsOf(plan));
    if (table && plan['Node Type'] === 'Seq Scan' && plan['Actual Loops'] > 0) whole.add(table);
    plan.Plans?.forEach(visit);
  };
  plans.forEach(visit);
  return { read, whole };
}

function rowsOf(plan: Plan): number {
  const left = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  return (plan['Actual Rows'] + left) * plan['Actual Loops'];
}
