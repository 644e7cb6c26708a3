import { open } from 'node:fs/promises';
import { createBoundedCache } from '../../../server/bounded-cache.ts';

export type HotFile = { bytes: Buffer; etag: string };

/** Reads small immutable files once: callers that ask together share one reading, and what is hot stays in memory. */
export type HotFiles = {
  /** At once where the file is in memory. */
  peek(key: string): HotFile | undefined;
  /** Null when there is no such file. */
  read(key: string, path: string): Promise<HotFile | null>;
};

export function createHotFiles(options: { limitBytes: number }): HotFiles {
  const files = createBoundedCache<HotFile>({ limit: options.limitBytes, sizeOf: ({ bytes }) => bytes.length + 500 });
  const underWay = new Map<string, Promise<HotFile | null>>();

  async function load(key: string, path: string): Promise<HotFile | null> {
    const bytes = await readWhole(path);
    // An image's files never change under their address, so the address is their mark.
    const file = bytes && { bytes, etag: `"${key}"` };
    if (file) files.set(key, file);
    return file;
  }

  return {
    peek: (key) => files.get(key),
    read(key, path) {
      const running = underWay.get(key);
      if (running) return running;
      const reading = load(key, path).finally(() => underWay.delete(key));
      underWay.set(key, reading);
      return reading;
    },
  };
}

async function readWhole(path: string): Promise<Buffer | null> {
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (!handle) return null;
  try {
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
