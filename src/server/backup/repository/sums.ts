import { createHash } from 'node:crypto';
import type { ObjectStore } from './objects.ts';

export async function measure(store: ObjectStore, key: string): Promise<{ bytes: number; sha256: string } | null> {
  const found = await store.get(key);
  if (!found) return null;
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of measured(found.body, (read) => hash.update(read))) bytes += chunk.length;
  return { bytes, sha256: hash.digest('hex') };
}

export async function* measured(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  note: (chunk: Buffer) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of body) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    note(bytes);
    yield bytes;
  }
}
