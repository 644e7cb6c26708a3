import type { Db } from '../../../server/database/db.ts';
import { isPreviewing } from '../../../server/database/preview.ts';
import type { Clock } from '../../../server/process/clock.ts';
import { createLru } from '../../../server/process/lru.ts';
import { isLanguage, type Language } from '../../../shared/languages.ts';
import { listSettings, upsertSettings } from './settings-queries.ts';

/** Kept among the user's settings of the reader; it is none that a device chooses. */
const name = 'last_language';
const mostRemembered = 20_000;
/** Other processes note languages too. */
const rememberedMs = 60_000;

export type LastLanguages = ReturnType<typeof createLastLanguages>;

/** The language of the last chapter that each user asked for. */
export function createLastLanguages({ db, clock }: { db: Db; clock: Clock }) {
  const noted = createLru<{ language: Language; at: number }>({ limit: mostRemembered });
  return {
    async note({ userId, language }: { userId: string; language: Language }): Promise<void> {
      if (isPreviewing()) return;
      const now = clock();
      const before = noted.get(userId);
      if (before?.language === language && now.getTime() - before.at < rememberedMs) return;
      await upsertSettings(db, { userId, rows: [{ name, value: language, updatedAt: now }] });
      noted.set(userId, { language, at: now.getTime() });
    },
    /** Null: the user has asked for no chapter yet. */
    async find(userId: string): Promise<Language | null> {
      const found = (await listSettings(db, userId)).find((row) => row.name === name)?.value;
      return isLanguage(found) ? found : null;
    },
  };
}
