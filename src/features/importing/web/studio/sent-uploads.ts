import { createStore, delMany, entries, get, set } from 'idb-keyval';
import type { PreviousUpload, UrlStorage } from 'tus-js-client';

/** The server forgets an upload seven days after its last byte. */
const keptMs = 7 * 24 * 60 * 60 * 1000;

interface Kept {
  upload: PreviousUpload;
  at: number;
}

/**
 * Remembers by its fingerprint where each file was sent to, whole or in part, over reloads. An import may have 50,000
 * files, which is more than fits into the browser's small store.
 */
export function openSentUploads(now: () => number = Date.now): UrlStorage {
  const store = createStore('longstrip uploads', 'uploads');
  // Without the store (a private window) nothing is remembered, and files are sent from their beginning.
  forgetOld().catch(() => {});

  async function forgetOld(): Promise<void> {
    const all = await entries<string, Kept>(store);
    await delMany(
      all.filter(([, { at }]) => now() - at > keptMs).map(([key]) => key),
      store,
    );
  }
  const find = async (key: string) => {
    const kept = await get<Kept>(key, store).catch(() => undefined);
    return kept ? [{ ...kept.upload, urlStorageKey: key }] : [];
  };
  return {
    findUploadsByFingerprint: find,
    findAllUploads: async () => (await entries<string, Kept>(store).catch(() => [])).map(([, { upload }]) => upload),
    removeUpload: (key) => delMany([key], store).catch(() => {}),
    async addUpload(fingerprint, upload) {
      await set(fingerprint, { upload, at: now() }, store).catch(() => {});
      return fingerprint;
    },
  };
}
