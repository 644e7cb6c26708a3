import { describe, expect, it } from 'vitest';
import { AppError } from '../../../server/http/errors.ts';
import { etagOf, requireVersion } from './versions.ts';

const current = { title: 'As it is' };
const version = {
  etag: etagOf(current),
  current,
  changedBy: 'somebody',
  changedAt: new Date('2026-01-01T00:00:00Z'),
};

/** The refusal, as a caller gets it. */
function refusalOf(ifMatch: string | undefined): object | null {
  try {
    requireVersion(ifMatch, version);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { status: error.status, ...error.body() };
  }
}

describe('a change of what others may change too', () => {
  it('says which version it is for', () => {
    expect(refusalOf(undefined)).toMatchObject({ status: 428, code: 'version_missing' });
  });

  it('is refused for an older version, with the thing as it stands', () => {
    expect(refusalOf(etagOf({ title: 'As it was' }))).toMatchObject({
      status: 412,
      code: 'edit_conflict',
      current,
      etag: version.etag,
      changed_by: 'somebody',
      changed_at: '2026-01-01T00:00:00.000Z',
    });
  });

  it.each([version.etag, `W/${version.etag}`, `"other", ${version.etag}`, '*'])('goes on for %s', (ifMatch) => {
    expect(refusalOf(ifMatch)).toBeNull();
  });
});
