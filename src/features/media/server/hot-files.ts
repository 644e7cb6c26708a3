import type { Readable } from 'node:stream';
import { createLru } from '../../../server/process/lru.ts';

export type HotFile = { bytes: Buffer; etag: string };

/** Reads immutable files once: simultaneous callers share one reading, and often used files stay in memory. */
export type HotFiles = {
  /** Returns the file at once if it is in memory. */
  peek(key: string): HotFile | undefined;
  /** Null when `get` finds no such file. */
  read(key: string, get: () => Promise<{ size: number; body: Readable } | null>): Promise<IncomingFile | null>;
  /** Forgets a file, so that the next caller reads it anew; null: forgets every file. */
  forget(key: string | null): void;
};

export function createHotFiles(options: { limitBytes: number }): HotFiles {
  const files = createLru<HotFile>({ limit: options.limitBytes, sizeOf: ({ bytes }) => bytes.length + 500 });
  const underWay = new Map<string, Promise<IncomingFile | null>>();

  return {
    peek: (key) => files.get(key),
    forget(key) {
      if (key === null) {
        files.clear();
        underWay.clear();
      } else {
        files.delete(key);
        underWay.delete(key);
      }
    },
    read(key, get) {
      const running = underWay.get(key);
      if (running) return running;
      const reading = get().then((found) => found && new IncomingFile(key, found));
      underWay.set(key, reading);
      void keepWhole(key, reading);
      return reading;
    },
  };

  /** A file that was forgotten while it was read is not kept. */
  async function keepWhole(key: string, reading: Promise<IncomingFile | null>): Promise<void> {
    const file = await reading.then((incoming) => incoming?.whole).catch(() => null);
    if (underWay.get(key) !== reading) return;
    underWay.delete(key);
    if (file) files.set(key, file);
  }
}

/** A file whose bytes are coming in. Each caller can wait for all of them, or take them as they come. */
export class IncomingFile {
  readonly size: number;
  /** An image's files never change under their address, so the address is their mark. */
  readonly etag: string;
  /** Rejects where the bytes do not all come. */
  readonly whole: Promise<HotFile>;
  readonly #chunks: Buffer[] = [];
  readonly #waiting: (() => void)[] = [];

  constructor(key: string, { size, body }: { size: number; body: Readable }) {
    this.size = size;
    this.etag = `"${key}"`;
    this.whole = this.#take(body);
    this.whole.catch(() => {});
  }

  async #take(body: Readable): Promise<HotFile> {
    let seen = 0;
    for await (const chunk of body) {
      this.#chunks.push(chunk);
      seen += chunk.length;
      for (const wake of this.#waiting.splice(0)) wake();
    }
    if (seen !== this.size) throw new Error(`the file ended after ${seen} of ${this.size} bytes`);
    const [first] = this.#chunks;
    return { bytes: this.#chunks.length === 1 && first ? first : Buffer.concat(this.#chunks), etag: this.etag };
  }

  /** All chunks from the first on; throws where the rest does not come. */
  async *chunks(): AsyncGenerator<Buffer> {
    const end = this.whole.then(() => 'end' as const);
    end.catch(() => {});
    for (let next = 0; ; next += 1) {
      while (next >= this.#chunks.length) {
        const more = new Promise<'more'>((resolve) => this.#waiting.push(() => resolve('more')));
        if ((await Promise.race([more, end])) === 'end') return;
      }
      yield this.#chunks[next] ?? Buffer.alloc(0);
    }
  }
}
