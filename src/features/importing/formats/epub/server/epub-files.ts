import { createHash } from 'node:crypto';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sniffImage } from '../../../../media/rules.ts';
import type { OpenArchive } from '../../../../media/server/archives.ts';
import type { OpenBook, PartPicture } from '../../../plan/book-file.ts';
import { resolvePlace } from '../../../text/paths.ts';
import { decodeMarkup } from '../../../text/server/encoding.ts';
import { type Drawing, readDrawing } from '../../../text/svg.ts';

const maxDocumentBytes = 20 * 1024 * 1024;
const maxTextBytes = 200 * 1024 * 1024;
/**
 * Of a picture inside a drawing: an attribute of XML holds ten megabytes, and base64 makes a picture a third longer.
 */
const maxInnerBytes = 7 * 1024 * 1024;
const maxInnerPictures = 100;

/** The reason why a whole file is refused, for the person who supplied it. */
export class EpubFault extends Error {}

type ArchiveFile = OpenArchive['entries'][number];
type Found = PartPicture | { cause: string };

/** The archive's files by their paths, and their faults. */
export class EpubFiles {
  readonly faults: OpenBook['faults'];
  private readonly byPath = new Map<string, ArchiveFile>();
  private readonly byFoldedPath = new Map<string, ArchiveFile>();
  private readonly drawings = new Map<string, Drawing>();
  private readonly pictures = new Map<string, Promise<Found>>();
  private fallbacks: ReadonlyMap<string, string> = new Map();
  private textBytes = 0;

  constructor(
    private readonly archive: OpenArchive,
    private readonly path: string,
  ) {
    this.faults = [...archive.faults];
    for (const entry of archive.entries) {
      const name = entry.name.normalize('NFC');
      this.byPath.set(name, entry);
      if (!this.byFoldedPath.has(name.toLowerCase())) this.byFoldedPath.set(name.toLowerCase(), entry);
    }
  }

  find(path: string): ArchiveFile | null {
    return this.byPath.get(path) ?? this.byFoldedPath.get(path.toLowerCase()) ?? null;
  }

  /** A document's text; null where there is none, or where it is too large to be read. */
  async text(path: string): Promise<string | null> {
    const file = this.find(path);
    if (!file) return null;
    if (file.bytes > maxDocumentBytes) {
      this.faults.push({ name: path, cause: 'the document is too large (at most 20 MiB)' });
      return null;
    }
    this.textBytes += file.bytes;
    if (this.textBytes > maxTextBytes) throw new EpubFault('the book holds over 200 MiB of text');
    return decodeMarkup(await readFile(file.file));
  }

  /** Tells which files stand for others. */
  knows(fallbacks: ReadonlyMap<string, string>): void {
    this.fallbacks = fallbacks;
  }

  /** Keeps a drawing that stands in a text, and returns its path. */
  keep(path: string, drawing: Drawing): string {
    this.drawings.set(path, drawing);
    return path;
  }

  /** A picture of the book, or the reason why there is none. A drawing becomes a file that only holds what is safe. */
  picture(path: string): Promise<Found> {
    const known = this.pictures.get(path) ?? this.findPicture(path);
    this.pictures.set(path, known);
    return known;
  }

  private async findPicture(given: string): Promise<Found> {
    const inText = this.drawings.get(given);
    if (inText) return await this.drawn(given, inText);
    const path = this.fallbacks.get(given) ?? given;
    const file = this.find(path);
    if (!file) return { cause: 'the book shows it and does not hold it' };
    if (!(await isDrawing(path, file))) return this.partOf(path, file);
    if (file.bytes > maxDocumentBytes) return { cause: 'the drawing is too large (at most 20 MiB)' };
    const drawing = readDrawing(decodeMarkup(await readFile(file.file)));
    return drawing ? await this.drawn(path, drawing) : { cause: 'there is no drawing in it' };
  }

  private partOf(path: string, file: { file: string; sha256: string }): PartPicture {
    return { name: path, path: file.file, shownAs: `${this.path}: ${path}`, sourceHash: file.sha256 };
  }

  private async drawn(path: string, drawing: Drawing): Promise<Found> {
    if (drawing.framed !== null) {
      const framed = this.find(resolvePlace(path, drawing.framed)?.path ?? '');
      if (framed && !(await isDrawing(framed.name, framed))) return this.partOf(framed.name, framed);
    }
    if (drawing.fault !== null) return { cause: drawing.fault };
    const inner = new Map<string, string>();
    for (const address of drawing.pictures.slice(0, maxInnerPictures)) {
      const data = await this.innerPicture(path, address);
      if (data === null)
        this.faults.push({
          name: `${path}: ${address.slice(0, 100)}`,
          cause: 'a picture in a drawing that is not in the book, or too large',
        });
      else inner.set(address, data);
    }
    const source = drawing.source(inner);
    const sha256 = createHash('sha256').update(source).digest('hex');
    const file = join(this.archive.folder, `drawing-${sha256}`);
    await writeFile(file, source);
    return this.partOf(path, { file, sha256 });
  }

  /** A picture in a drawing as a data URL; null where the book does not hold it. */
  private async innerPicture(from: string, address: string): Promise<string | null> {
    if (/^data:image\/(?:png|jpeg|gif|webp);base64,[\w+/=\s]*$/i.test(address))
      return address.length < maxInnerBytes * 1.3 ? address : null;
    const file = this.find(resolvePlace(from, address)?.path ?? '');
    if (!file || file.bytes > maxInnerBytes) return null;
    const bytes = await readFile(file.file);
    const sniffed = sniffImage(bytes.subarray(0, 512));
    if ('fault' in sniffed || sniffed.format === 'avif') return null;
    return `data:image/${sniffed.format};base64,${bytes.toString('base64')}`;
  }
}

/** By its bytes; if these begin with a long comment, by its name. */
async function isDrawing(path: string, { file }: { file: string }): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(512), 0, 512, 0);
    const head = buffer.subarray(0, bytesRead);
    if (!('fault' in sniffImage(head))) return false;
    return /<svg[\s>]/i.test(head.toString('latin1')) || /\.svg$/i.test(path);
  } finally {
    await handle.close();
  }
}
