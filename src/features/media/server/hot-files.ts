import { createBoundedCache } from '../../../server/bounded-cache.ts';

export type HotFile = { bytes: Buffer; etag: string };

/** Reads small immutable files once: simultaneous callers share one reading, and often used files stay in memory. */
export type HotFiles = {
  /** Returns the file at once if it is in memory. */
  peek(key: string): HotFile | undefined;
  /** Null when `readBytes` finds no such file. */
  read(key: string, readBytes: () => Promise<Buffer | null>): Promise<HotFile | null>;
  /** The next caller reads the file anew. */
  forget(key: string): void;
};

export function createHotFiles(options: { limitBytes: number }): HotFiles {
  const files = createBoundedCache<HotFile>({ limit: options.limitBytes, sizeOf: ({ bytes }) => bytes.length + 500 });
  const underWay = new Map<string, Promise<HotFile | null>>();

  async function load(key: string, readBytes: () => Promise<Buffer | null>): Promise<HotFile | null> {
    const bytes = await readBytes();
    // An image's files never change under their address, so the address is their mark.
    const file = bytes && { bytes, etag: `"${key}"` };
    if (file) files.set(key, file);
    return file;
  }

  return {
    peek: (key) => files.get(key),
    forget: (key) => files.delete(key),
    read(key, readBytes) {
      const running = underWay.get(key);
      if (running) return running;
      const reading = load(key, readBytes).finally(() => underWay.delete(key));
      underWay.set(key, reading);
      return reading;
    },
  };
}
