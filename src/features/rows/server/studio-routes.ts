import type { Db } from '../../../server/database/db.ts';
import { wrongFields } from '../../../server/http/errors.ts';
import { readGivenTime } from '../../../server/http/given-time.ts';
import { type HomeRow, settingsFrom } from '../../../shared/site-settings.ts';
import { listKnownBooks } from '../../catalog/server/catalog.ts';
import { type LiveSettings, lockSettings, readStored, storeSettings } from '../../settings/server/settings.ts';
import { writeAudit } from '../../studio/server/audit.ts';
import type { StudioPlatform } from '../../studio/server/studio-api.ts';
import { etagOf, requireLastVersion } from '../../studio/server/versions.ts';
import { faultsOfRow } from '../rules.ts';
import { type GivenRow, rowStudioCalls } from '../studio-contract.ts';

export interface StudioRowsDeps extends StudioPlatform {
  settings: Pick<LiveSettings, 'change'>;
}

const target = { kind: 'site', id: 'rows', name: null } as const;

/** The studio's calls for the rows of the home page (spec: site.md#rows). */
export function mountStudioRows({ studio, primary: db, setting, settings }: StudioRowsDeps): void {
  const rowsOf = async (on: Db) => ({
    rows: [...settingsFrom({ environment: {}, stored: await readStored(on) })('rows')],
  });

  studio.add(rowStudioCalls.getRows, async ({ setEtag }) => {
    const result = await rowsOf(db);
    setEtag(etagOf(result));
    return { result };
  });

  studio.add(rowStudioCalls.changeRows, async ({ body, by, ifMatch, setEtag }) => {
    const zone = setting('time_zone');
    const rows = body.rows === null ? null : body.rows?.map((row, at) => readRow(row, at, zone));
    await requireBooks(db, rows ?? []);
    const result = await settings.change(async (tx) => {
      await lockSettings(tx);
      const current = await rowsOf(tx);
      await requireLastVersion(tx, ifMatch, { target, etag: etagOf(current), current });
      if (rows !== undefined) await storeSettings(tx, { rows });
      const after = await rowsOf(tx);
      if (etagOf(after) !== etagOf(current))
        await writeAudit(tx, { by, action: 'site.rows', target, before: current, after });
      return after;
    });
    setEtag(etagOf(result));
    return { result };
  });
}

function readRow({ from, until, ...given }: GivenRow, at: number, zone: string): HomeRow {
  const timeOf = (field: string, text: string | null | undefined) =>
    text ? readGivenTime(`rows.${at}.${field}`, text, zone).toISOString() : undefined;
  const all = { ...given, from: timeOf('from', from), until: timeOf('until', until) };
  const said = Object.entries(all).filter(([, value]) => value !== undefined && value !== null);
  const row = Object.fromEntries(said) as unknown as HomeRow; // the body's schema has checked the fields
  const faults = faultsOfRow(row);
  if (faults.length === 0) return row;
  throw wrongFields(faults.map(({ field, message }) => ({ path: `rows.${at}.${field}`, code: 'custom', message })));
}

async function requireBooks(db: Db, rows: readonly HomeRow[]): Promise<void> {
  const known = await listKnownBooks(
    db,
    rows.flatMap(({ books = [] }) => books),
  );
  const wrong = rows.findIndex(({ books = [] }) => books.some((id) => !known.has(id)));
  if (wrong >= 0)
    throw wrongFields([{ path: `rows.${wrong}.books`, code: 'custom', message: 'has a book that is not there' }]);
}
