import { join } from 'node:path';

/** Where the folder store of a data folder has its files, and where they are worked on. */
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
