import type { Settings } from '../../../server/config/config.ts';
import type { Db } from '../../../server/database/db.ts';
import { openStores } from './media.ts';
import { stagingFolder } from './store/files.ts';
import { noteOwner, ownerKey, requireOwner, requireStore } from './store-owner.ts';

type Given = Pick<Settings, 'dataDir' | 'media' | 's3'>;

/**
 * Rejects where the settings name a store of another database's pictures; a store without an owner becomes this
 * database's.
 */
export async function requireOwnStore(site: Given, db: Db): Promise<void> {
  const [store, fallback] = openStores(site);
  // A place that is only read may not take a mark.
  if (fallback) await requireOwner(db, { store: fallback, setting: 'MEDIA_FALLBACK' });
  await requireStore(db, { store, setting: 'MEDIA_STORE', staging: stagingFolder(site.dataDir), now: new Date() });
}

/**
 * Makes this database the owner of the stores in the settings, whoever owned them: an operator has seen what they hold.
 */
export function adoptStore(site: Given, db: Db): Promise<void> {
  return markPlaces(site, db, { isAdopted: true });
}

/** Marks the places of the settings anew, which are known to be this database's. */
export function markOwnStore(site: Given, db: Db): Promise<void> {
  return markPlaces(site, db, { isAdopted: false });
}

/** Takes the owner's mark from the stores in the settings, until a database marks them. */
export async function removeOwnerNote(site: Given): Promise<void> {
  for (const store of openStores(site)) await store.delete([ownerKey]);
}

async function markPlaces(site: Given, db: Db, { isAdopted }: { isAdopted: boolean }): Promise<void> {
  for (const store of openStores(site))
    await noteOwner(db, { store, staging: stagingFolder(site.dataDir), now: new Date(), isAdopted });
}
