import { AppError, notFound } from '../../../server/http/errors.ts';
import type { Platform } from '../../../server/http/platform.ts';
import type { Confirmations, SignedIn } from '../../accounts/server/accounts.ts';
import { type ExportState, leavingCalls } from '../contract.ts';
import { wantDeletion } from './deletions.ts';
import { deleteDeletion, type ExportRow, findDeletion, findExport, insertExport, selectFile } from './queries.ts';

export interface LeavingDeps extends Platform<SignedIn> {
  confirmations: Pick<Confirmations, 'requirePassword'>;
}

/** The calls by which users take what is theirs with them (spec: accounts.md#export). */
export function mountExports({ users, db, confirmations }: LeavingDeps): void {
  users.add(leavingCalls.getExport, async ({ viewer }) => ({
    result: presentExport(await findExport(db, viewer.userId)),
  }));

  users.add(leavingCalls.wantExport, async ({ viewer: signedIn, body, address, log }) => {
    const { userId } = signedIn;
    await confirmations.requirePassword({ signedIn, address, password: body.password });
    const begins = await insertExport(db, { userId, language: body.language });
    const row = await findExport(db, userId);
    if (!begins && row?.madeAt)
      throw new AppError(429, 'rate_limited', 'One export a day can be made', { retryAfterSeconds: row.againSeconds });
    if (begins) log.info({ event: 'export_wanted', userId }, 'it is made soon');
    return { result: presentExport(row) };
  });

  users.addFile(leavingCalls.getExportFile, async ({ viewer }) => {
    const row = await findExport(db, viewer.userId);
    if (!row?.madeAt) throw notFound('not_found', 'There is nothing at this address');
    const bytes = row.isExpired ? null : await selectFile(db, viewer.userId);
    if (!bytes) throw new AppError(410, 'export_expired', 'This export has expired. Ask for a new one');
    return { type: 'application/zip', name: `longstrip-${row.requestedAt.toISOString().slice(0, 10)}.zip`, bytes };
  });
}

/** The calls by which users leave (spec: accounts.md#deletion). */
export function mountDeletions({ users, db, confirmations }: LeavingDeps): void {
  users.add(leavingCalls.getDeletion, async ({ viewer }) => {
    const deletesAt = await findDeletion(db, viewer.userId);
    return { result: deletesAt && { deletes_at: deletesAt.toISOString() } };
  });

  users.add(leavingCalls.wantDeletion, async ({ viewer: signedIn, body, address, log }) => {
    const { userId, sessionId } = signedIn;
    await confirmations.requirePassword({ signedIn, address, password: body.password });
    const wanted = await wantDeletion(db, { userId, keep: sessionId });
    if (wanted.kind === 'last_owner')
      throw new AppError(409, 'last_owner', 'Nobody else owns this site: make somebody else an owner first');
    log.warn({ event: 'deletion_wanted', userId }, 'deleted in 14 days, other sessions ended');
    return { result: { deletes_at: wanted.deletesAt.toISOString() } };
  });

  users.add(leavingCalls.takeBackDeletion, async ({ viewer, log }) => {
    await deleteDeletion(db, viewer.userId);
    log.info({ event: 'deletion_taken_back', userId: viewer.userId }, 'the account stays');
  });
}

function presentExport(row: ExportRow | null): ExportState {
  if (!row) return { state: 'none', requested_at: null, expires_at: null, bytes: null };
  return {
    state: row.isExpired ? 'expired' : row.madeAt ? 'ready' : 'making',
    requested_at: row.requestedAt.toISOString(),
    expires_at: row.expiresAt?.toISOString() ?? null,
    bytes: row.isExpired ? null : row.bytes,
  };
}
