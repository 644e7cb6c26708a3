import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ArcFiles, createExtractorFromFile, type Extractor, type FileHeader, UnrarError } from 'node-unrar-js';
import { archiveLimits, entryFault, foldedEntryName, isJunkName } from '../../rules.ts';
import { hashFile } from '../store/files.ts';
import type { ExtractedEntry, ExtractResult, PeekResult } from '../wire/jobs-wire.ts';
import { Refusal } from '../wire/refusal.ts';
import {
  decodeXml,
  type ExtractTarget,
  encrypted,
  peekedBytes,
  printable,
  refuseBomb,
  refuseTotal,
} from './archive-bounds.ts';

/** One entry of the archive by its position: its name is never used as a file's name. */
type Listed = { header: FileHeader; place: number };

/** After so many damaged entries the archive is not read further. */
const mostDamaged = 20;

/** Unpacks a RAR archive (4 or 5); unsafe, encrypted or damaged entries are left out with their causes. */
export async function unpackRar(path: string, target: ExtractTarget): Promise<ExtractResult> {
  const listed = await list(path);
  const { wanted, faults } = choose(listed, target);
  const entries: ExtractedEntry[] = [];
  let left = new Set(wanted.map(({ place }) => place));
  let damaged = 0;
  let total = 0;
  while (left.size > 0) {
    const { done, failed } = await extractSome(path, { ...target, places: left });
    for (const place of done) {
      const { name, unpSize } = headerAt(listed, place);
      const file = fileAt(target.outDir, place);
      const bytes = await stat(file).then(
        ({ size }) => size,
        () => null,
      );
      // A link creates no file.
      if (bytes === null) faults.push({ name, cause: 'a link or other special file' });
      else if (bytes !== unpSize)
        faults.push({ name, cause: 'damaged: its size is not what the archive says', isUnread: true });
      else entries.push({ name: name.replaceAll('\\', '/'), file, bytes, sha256: await hashFile(file) });
      total += bytes ?? 0;
      refuseTotal(total, target.archiveBytes);
      target.alive();
    }
    left = new Set([...left].filter((place) => !done.includes(place)));
    if (failed === null) break;
    await rm(fileAt(target.outDir, failed.place), { force: true });
    faults.push({ name: headerAt(listed, failed.place).name, cause: failed.cause, isUnread: true });
    left = new Set([...left].filter((place) => place > failed.place));
    damaged += 1;
    if (damaged > mostDamaged) throw new Refusal('the archive is damaged in over 20 places');
  }
  return { entries, faults };
}

function headerAt(listed: readonly Listed[], place: number): FileHeader {
  return (listed[place] as Listed).header; // positions are indexes of this list
}

function fileAt(outDir: string, place: number): string {
  return join(outDir, fileName(place));
}

function fileName(place: number): string {
  return String(place + 1).padStart(5, '0');
}

async function list(path: string): Promise<Listed[]> {
  const extractor = await createExtractorFromFile({ filepath: path }).catch(refuse);
  return orRefuse(extractor, () => {
    const { arcHeader, fileHeaders } = extractor.getFileList();
    if (arcHeader.flags.headerEncrypted) throw new Refusal('the archive is encrypted');
    const listed: Listed[] = [];
    for (const header of fileHeaders) {
      if (listed.length >= archiveLimits.entries) throw new Refusal('the archive has over 5,000 entries');
      listed.push({ header, place: listed.length });
    }
    // The library reports no error where it finds not even one entry.
    if (listed.length === 0) throw new Refusal('the archive is damaged or empty');
    return listed;
  });
}

function choose(
  listed: readonly Listed[],
  target: ExtractTarget,
): { wanted: Listed[]; faults: ExtractResult['faults'] } {
  const faults: ExtractResult['faults'] = [];
  const seen = new Set<string>();
  const wanted = listed.filter(({ header }) => {
    const { name, flags, unpSize } = header;
    const isPassedOver = flags.directory || isJunkName(name);
    if (isPassedOver && entryFault({ name, unixMode: 0 }) === null) return false;
    const isAgain = seen.has(foldedEntryName(name));
    const fault = faultOf(header) ?? (isAgain ? 'a second entry of the same name' : null);
    seen.add(foldedEntryName(name));
    const isUnread = fault === encrypted;
    if (fault) faults.push({ name: printable(name), cause: fault, ...(isUnread ? { isUnread } : {}) });
    else refuseBomb({ bytes: unpSize, compressed: target.archiveBytes });
    return fault === null;
  });
  refuseTotal(
    wanted.reduce((sum, { header }) => sum + header.unpSize, 0),
    target.archiveBytes,
  );
  return { wanted, faults };
}

function faultOf({ name, flags }: FileHeader): string | null {
  return entryFault({ name, unixMode: 0 }) ?? (flags.encrypted ? encrypted : null);
}

type Some = { done: number[]; failed: { place: number; cause: string } | null };

/** Unpacks the entries at the given positions, up to the first damaged one. */
async function extractSome(
  path: string,
  target: { outDir: string; alive: () => void; places: ReadonlySet<number> },
): Promise<Some> {
  let place = -1;
  const extractor = await createExtractorFromFile({
    filepath: path,
    targetPath: target.outDir,
    filenameTransform: () => fileName(place),
  }).catch(refuse);
  const done: number[] = [];
  try {
    const isWanted = () => {
      target.alive();
      place += 1;
      return target.places.has(place);
    };
    for (const _file of filesOf(extractor, isWanted)) done.push(place);
  } catch (error) {
    if (!(error instanceof UnrarError) || !target.places.has(place)) return refuse(error);
    if (error.reason === 'ERAR_ECREATE' || error.reason === 'ERAR_EWRITE') throw error;
    const isLocked = error.reason === 'ERAR_MISSING_PASSWORD' || error.reason === 'ERAR_BAD_PASSWORD';
    return { done, failed: { place, cause: isLocked ? encrypted : `damaged (${error.message})` } };
  } finally {
    close(extractor);
  }
  return { done, failed: null };
}

function filesOf(extractor: Extractor, isWanted: (header: FileHeader) => boolean): ArcFiles['files'] {
  return extractor.extract({ files: isWanted }).files;
}

function orRefuse<T>(extractor: Extractor, act: () => T): T {
  try {
    return act();
  } catch (error) {
    return refuse(error);
  } finally {
    close(extractor);
  }
}

/** The library closes an archive by itself only after reading it to its end. */
function close(extractor: Extractor): void {
  // Members that the library's types keep private.
  const inside = extractor as unknown as { _archive: unknown; closeArc(): void };
  if (inside._archive) inside.closeArc();
}

function refuse(error: unknown): never {
  if (!(error instanceof UnrarError)) throw error;
  if (error.reason === 'ERAR_MISSING_PASSWORD' || error.reason === 'ERAR_BAD_PASSWORD')
    throw new Refusal('the archive is encrypted');
  throw new Refusal(`the archive is damaged (${error.message})`);
}

/** The small text entries whose base name, in lower case, is `wanted`. */
export async function peekIntoRar(path: string, wanted: string, alive: () => void): Promise<PeekResult['texts']> {
  const places = (await list(path)).filter(
    ({ header }) =>
      header.name.split(/[/\\]/).at(-1)?.toLowerCase() === wanted &&
      !isJunkName(header.name) &&
      header.unpSize <= peekedBytes &&
      faultOf(header) === null,
  );
  const readable = places.slice(0, 10);
  if (readable.length === 0) return [];
  const outDir = await mkdtemp(join(tmpdir(), 'longstrip-rar-'));
  try {
    const some = new Set(readable.map(({ place }) => place));
    const { done } = await extractSome(path, { outDir, alive, places: some });
    const texts: PeekResult['texts'] = [];
    for (const { header, place } of readable) {
      if (!done.includes(place)) continue;
      const bytes = await readFile(fileAt(outDir, place)).catch(() => null);
      if (bytes) texts.push({ name: header.name, text: decodeXml(bytes) });
    }
    return texts;
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}
