import { Readable } from 'node:stream';

/** A body that fails when nothing comes for so long, or when it has another length than it promised. */
export function withoutSilence(body: Readable, promised: { silenceMs: number; length: number }): Readable {
  const { silenceMs, length } = promised;
  async function* chunks(): AsyncGenerator<Buffer> {
    let timer: NodeJS.Timeout | undefined;
    const listen = () => {
      timer = setTimeout(() => body.destroy(new Error(`the body was silent for ${silenceMs} ms`)), silenceMs);
    };
    let seen = 0;
    try {
      listen();
      for await (const chunk of body) {
        // If the reader of the body is slow, its source is not silent.
        clearTimeout(timer);
        const bytes: Buffer = chunk;
        seen += bytes.length;
        yield bytes;
        listen();
      }
    } finally {
      clearTimeout(timer);
      body.destroy();
    }
    if (seen !== length) throw new Error(`the body ended after ${seen} of ${length} bytes`);
  }
  return Readable.from(chunks(), { objectMode: false });
}
