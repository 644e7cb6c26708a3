import type { Db } from '../../../server/database/db.ts';
import { believedTime } from '../../library/rules.ts';
import { type ReaderSetting, type ReaderSettingsBody, readerSetting } from '../contract.ts';
import { mostBooks } from '../reader-settings.ts';
import { deleteOldBookSettings, listSettings, type SettingRow, upsertSettings } from './settings-queries.ts';

/** How a user reads on all devices: their choices, by name. */
export async function readSettings(db: Db, userId: string): Promise<ReaderSetting[]> {
  return (await listSettings(db, userId)).flatMap(presentSetting);
}

/**
 * Stores the choices that a user made on one device. They may arrive in any order: of each setting the later choice
 * wins. A choice in the future counts as made now. Returns all settings that hold then.
 */
export async function saveSettings(
  db: Db,
  given: { userId: string; items: ReaderSettingsBody['items']; now: Date },
): Promise<ReaderSetting[]> {
  const { userId, items, now } = given;
  const rows = items.map(({ name, value, updated_at }) => ({
    name,
    value,
    updatedAt: new Date(believedTime(updated_at, now)),
  }));
  if (rows.length > 0) {
    await upsertSettings(db, { userId, rows: latestByName(rows) });
    await deleteOldBookSettings(db, { userId, most: mostBooks });
  }
  return readSettings(db, userId);
}

function latestByName(rows: readonly SettingRow[]): SettingRow[] {
  const latest = new Map<string, SettingRow>();
  for (const row of rows) {
    const known = latest.get(row.name);
    if (!known || known.updatedAt <= row.updatedAt) latest.set(row.name, row);
  }
  return [...latest.values()];
}

/** A value that another version stored may not be valid here: it is left out. */
function presentSetting({ name, value, updatedAt }: SettingRow): ReaderSetting[] {
  const { data } = readerSetting.safeParse({ name, value, updated_at: updatedAt.toISOString() });
  return data ? [data] : [];
}
