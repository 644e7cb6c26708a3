import { open } from 'node:fs/promises';

/** Brings a folder's list of names to the disk, so that what was made or renamed in it stays so. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    // Windows cannot sync a folder; there the rename itself is what can be had.
    if (process.platform !== 'win32') throw error;
  } finally {
    await handle.close();
  }
}
