import { open } from 'node:fs/promises';

/** Syncs the list of a folder's names to the disk, so that new and renamed files survive a crash. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    // Windows cannot sync a folder; the rename alone must suffice there.
    if (process.platform !== 'win32') throw error;
  } finally {
    await handle.close();
  }
}
