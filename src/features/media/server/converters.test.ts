import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestSite, runCommand, type TestSite } from '../../../app/testing/site.ts';
import { parseSettings } from '../../../server/config/config.ts';
import { createLog } from '../../../server/config/log.ts';
import { findNote } from '../../../server/database/server-notes.ts';
import type { Metrics } from '../../../server/metrics/metrics.ts';
import { createTestDatabase } from '../../../server/testing/database.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { noteConverters } from './converters.ts';
import type { Media } from './media.ts';

let site: TestSite;
beforeEach(async () => {
  site = await createTestSite();
});
afterEach(() => site.remove());

const withSettings = (settings: Record<string, string>, ...argv: string[]) =>
  runCommand({ DATABASE_URL: site.url, DATA_DIR: site.dataDir, ...settings }, argv);
/** As on a machine without unshare and bubblewrap. */
const noPrograms = { PATH: '/nonexistent' };

type Finding = { check: string; ok: boolean; warning?: boolean; found: string; advice?: string };

async function findingFor(settings: Record<string, string>): Promise<Finding | undefined> {
  const { out } = await withSettings(settings, 'doctor', '--json');
  const findings: Finding[] = JSON.parse(out);
  return findings.find(({ check }) => check === 'Converters');
}

describe('CONVERTER_JAIL', () => {
  inLong('lets the doctor say which jail is in use', async () => {
    const finding = await findingFor({});
    expect(finding).toMatchObject({
      ok: true,
      found: expect.stringMatching(/^(namespaces|namespaces, by bubblewrap|own uid only|none)$/),
    });
  });

  inLong('uses no jail where it is off, and the doctor warns of that', async () => {
    const finding = await findingFor({ CONVERTER_JAIL: 'off' });
    expect(finding).toMatchObject({
      ok: true,
      warning: true,
      found: 'none',
      advice: expect.stringMatching(/CONVERTER_JAIL/),
    });
  });

  it('refuses an import where the full jail is required and not available', async () => {
    const said = await withSettings({ CONVERTER_JAIL: 'require', ...noPrograms }, 'import', '/a/book');
    expect(said.status).toBe(1);
    expect(said.err).toMatch(/CONVERTER_JAIL is `require`.*Install bubblewrap/);
    expect(await findingFor({ CONVERTER_JAIL: 'require', ...noPrograms })).toMatchObject({ ok: false, found: 'none' });
  });

  inLong('refuses to start where the full jail is required and not available', async () => {
    const said = await withSettings({ CONVERTER_JAIL: 'require', PORT: '1', ...noPrograms }, 'start');
    expect(said).toMatchObject({ status: 1, err: expect.stringMatching(/CONVERTER_JAIL is `require`/) });
  });

  it('is a wrong setting with any other value', async () => {
    const said = await withSettings({ CONVERTER_JAIL: 'on' }, 'import', '/a/book');
    expect(said).toMatchObject({
      status: 1,
      err: expect.stringMatching(/CONVERTER_JAIL: got "on", wants one of auto, require, off/),
    });
  });
});

inLong('leaves a note for the studio while converters have no jail', async () => {
  const database = await createTestDatabase();
  const { db } = database;
  const note = (kind: string) => {
    const jail = async () => ({ kind, hidden: [], reasons: [] });
    const media = { workers: { jail } } as unknown as Media; // nothing else of it is asked
    const metrics = { noteConverterJail: () => undefined } as unknown as Metrics; // likewise
    return noteConverters(parseSettings({}), media, { db, metrics, log: createLog('fatal') });
  };
  try {
    await note('none');
    await vi.waitFor(async () => expect(await findNote(db, 'converters unjailed')).not.toBeNull());
    await note('bubblewrap');
    await vi.waitFor(async () => expect(await findNote(db, 'converters unjailed')).toBeNull());
  } finally {
    await database.drop();
  }
});
