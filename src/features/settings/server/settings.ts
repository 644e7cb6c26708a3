import { type Db, type DbPool, isDatabaseUnavailable, withTransaction } from '../../../server/database/db.ts';
import {
  decideSetting,
  type ReadSetting,
  type SettingKey,
  type SettingValues,
  settingKeys,
  settingsFrom,
  siteSettings,
} from '../../../shared/site-settings.ts';
import { lockSettings, selectSettings, storeSettings } from './queries.ts';

export { lockSettings, storeSettings };

/** What a process knows of the site's settings. */
export interface LiveSettings {
  setting: ReadSetting;
  /**
   * Brings this knowledge up to date (less than half a second old). Call it before a request is answered; null: nothing
   * has to be waited for. Without a database the last known values stay.
   */
  ready(): Promise<void> | null;
  /** Changes something of the settings, in a transaction; what is known is asked again after it. */
  change<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /** Another process has changed something: what is known is asked again. */
  noteChange(): void;
}

/** A change must be seen within 5 s, and an answer may be 4.5 s old (spec: http.md#caching). */
const knownForMs = 400;

export function createLiveSettings(given: {
  db: DbPool;
  environment: Partial<SettingValues>;
  now?: () => number;
}): LiveSettings {
  const { db, environment, now = Date.now } = given;
  let stored: Partial<SettingValues> = {};
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;

  async function ask(): Promise<void> {
    const began = now();
    try {
      stored = await readStored(db);
      askedAt = began;
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
    }
  }

  function start(): Promise<void> {
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  }

  function noteChange(): void {
    askedAt = Number.NEGATIVE_INFINITY;
  }

  return {
    setting: (key) => decideSetting(key, { environment: environment[key], stored: stored[key] }).value,
    // By the absolute value: a clock that was set back must not make old knowledge look new.
    ready: () => (Math.abs(now() - askedAt) < knownForMs ? null : start()),
    async change(work) {
      const result = await withTransaction(db, work);
      noteChange();
      return result;
    },
    noteChange,
  };
}

/** The values of settings as a command finds them. */
export async function readSettings(db: Db, environment: Partial<SettingValues>): Promise<ReadSetting> {
  return settingsFrom({ environment, stored: await readStored(db) });
}

/** The stored values; one that a site of another version has stored, and that does not fit here, counts as none. */
export async function readStored(db: Db): Promise<Partial<SettingValues>> {
  const rows = await selectSettings(db);
  const fitting = settingKeys.flatMap((key): [SettingKey, unknown][] => {
    const parsed = siteSettings[key].schema.safeParse(rows[key]);
    return Object.hasOwn(rows, key) && parsed.success ? [[key, parsed.data]] : [];
  });
  return Object.fromEntries(fitting) as Partial<SettingValues>; // each fits its own schema
}
