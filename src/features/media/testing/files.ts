import { join } from 'node:path';

/** The folder of a data folder's store, and the folder for work on pictures. */
export interface MediaFolders {
  images: string;
  originals: string;
  staging: string;
}

export function mediaFolders(dataDir: string): MediaFolders {
  const root = join(dataDir, 'media');
  return { images: join(root, 'images'), originals: join(root, 'originals'), staging: join(root, 'staging') };
}

export function imageFolder(folders: MediaFolders, imageId: string): string {
  return join(folders.images, imageId.slice(0, 2), imageId);
}

export function originalFile(folders: MediaFolders, sourceHash: string): string {
  return join(folders.originals, sourceHash.slice(0, 2), sourceHash);
}
