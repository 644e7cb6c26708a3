import { createHash } from 'node:crypto';
import type * as z from 'zod/mini';
import { type Db, type DbPool, withTransaction } from '../../../server/database/db.ts';
import { AppError } from '../../../server/http/errors.ts';
import type { StudioCall } from '../rules.ts';
import { findRequest, insertRequest, lockRequest, type RequestName } from './request-queries.ts';

/** A call that its caller may send again: `requestId` makes it count once, as long as the body is the same. */
export interface OnceOnly extends RequestName {
  body: object;
}

/**
 * Does the work of a request once, in the transaction of its change; sent again it gives what is kept of the first
 * answer, and does nothing. Rejects with 409 where the same id comes with another body.
 */
export async function doOnce<Kept extends z.ZodMiniType, T>(
  tx: Db,
  { body, ...name }: OnceOnly,
  {
    kept,
    work,
  }: {
    /** The part of an answer that is kept: never a code or a link. */
    kept: Kept;
    work: () => Promise<{ answer: T; keep: z.output<Kept> }>;
  },
): Promise<{ kind: 'done'; answer: T } | { kind: 'repeated'; kept: z.output<Kept> }> {
  await lockRequest(tx, name);
  const bodyHash = createHash('sha256')
    .update(JSON.stringify(sorted(body)))
    .digest();
  const known = await findRequest(tx, name);
  if (known && !known.bodyHash.equals(bodyHash))
    throw new AppError(409, 'request_id_reused', 'This request was sent before, with other content');
  if (known) return { kind: 'repeated', kept: kept.parse(known.answer) };
  const { answer, keep } = await work();
  await insertRequest(tx, { ...name, bodyHash, answer: keep });
  return { kind: 'done', answer };
}

/** Whether the work of a request was done already, whatever its body is. */
export async function wasDone(db: Db, { userId, call, requestId }: RequestName): Promise<boolean> {
  return (await findRequest(db, { userId, call, requestId })) !== null;
}

/**
 * `doOnce` in a transaction, for a call whose whole answer is kept. `named` is the thing that the address names: the
 * same id with another thing counts as another content.
 */
export function answerOnce<T>(
  db: DbPool,
  given: {
    call: StudioCall;
    asked: { staff: { userId: string }; body: { request_id: string } };
    named: object;
    kept: z.ZodMiniType<T>;
  },
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  const { call, asked, named, kept } = given;
  const { userId } = asked.staff;
  const name = { userId, call: `${call.method} ${call.path}`, requestId: asked.body.request_id };
  const once = { ...name, body: { ...asked.body, ...named } };
  return withTransaction(db, async (tx) => {
    const workAndKeep = async () => {
      const answer = await work(tx);
      return { answer, keep: answer };
    };
    const done = await doOnce<z.ZodMiniType<T>, T>(tx, once, { kept, work: workAndKeep });
    return done.kind === 'repeated' ? done.kept : done.answer;
  });
}

/** Sorts fields: bodies that differ only in the order of their fields are the same. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields.map(([name, inner]) => [name, sorted(inner)]));
}
