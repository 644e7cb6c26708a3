import { withTransaction } from '../../../server/database/db.ts';
import { AppError, invalidRequest } from '../../../server/http/errors.ts';
import type { StudioPlatform } from '../../studio/server/studio-api.ts';
import { readMembers } from '../member-lines.ts';
import { type MemberRow, movingCalls } from '../studio-contract.ts';
import { importMembers, tryImport } from './members.ts';
import type { SentTexts } from './sent-texts.ts';

export interface MembersDeps extends StudioPlatform {
  sentTexts: SentTexts;
}

/** An answer must come before browsers and proxies give it up; the command takes any number. */
const mostLines = 10_000;
const rowsBetweenLooks = 100;

/** The studio's call that brings members in (spec: moving.md#members). */
export function mountMembers({ studio, primary: db, config, sentTexts }: MembersDeps): void {
  studio.add(movingCalls.importMembers, async ({ body, staff, by, requireStill }) => {
    const file = body.upload === undefined ? null : { id: body.upload, userId: staff.userId };
    const lines = readMembers(file ? await sentTexts.read(db, file) : (body.text ?? ''));
    if (typeof lines === 'string')
      throw invalidRequest(lines, [{ path: file ? 'upload' : 'text', code: 'invalid', message: lines }]);
    if (lines.length > mostLines)
      throw new AppError(
        409,
        'limit_reached',
        `At most ${mostLines} lines at once; longstrip members import takes more`,
      );
    const run = { db, publicUrl: config.publicUrl, by };
    const rows: MemberRow[] = [];
    for await (const row of body.dry_run ? tryImport(db, lines) : importMembers(run, lines)) {
      rows.push(row);
      if (rows.length % rowsBetweenLooks === 0) await requireStill();
    }
    if (file && !body.dry_run) {
      await withTransaction(db, (tx) => sentTexts.spend(tx, file));
      await sentTexts.forget(file);
    }
    return { result: { rows } };
  });
}
