import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file of an export, by its path in the book's folder. */
export interface ExportFile {
  path: string;
  open(): Promise<Readable>;
}

/** A ZIP of these files as a stream, which holds one of them at a time; a file that cannot be read breaks it off. */
export function zipOf(files: AsyncIterable<ExportFile>): Readable {
  const zip = new ZipFile();
  const out = zip.outputStream as Readable; // a PassThrough
  let current: Readable | null = null;
  out.once('close', () => current?.destroy());
  const pack = async () => {
    for await (const { path, open } of files) {
      current = await open();
      if (out.destroyed) current.destroy();
      if (path === 'mimetype') {
        // Readers look for it in the first bytes, with its size before it.
        zip.addBuffer(Buffer.concat(await current.toArray()), path, options(path));
        continue;
      }
      const over = once(current, 'close');
      zip.addReadStream(current, path, options(path));
      await over;
      if (out.destroyed) return;
    }
    zip.end();
  };
  pack().catch((error: Error) => out.destroy(error));
  return out;
}

/** Pictures and archives are small already, and an EPUB names its type in the first bytes; without times its field is not wanted. */
const options = (path: string) => ({
  compress: !/\.(?:jpg|png|webp|gif|avif|cbz|epub)$|^mimetype$/.test(path),
  mtime: new Date(1980, 0, 1),
  forceDosTimestamp: true,
});
