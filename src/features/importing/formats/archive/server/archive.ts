import { open } from 'node:fs/promises';
import { sniffArchive } from '../../../../media/rules.ts';
import { isPdf, peekArchive } from '../../../../media/server/archives.ts';
import type { Media } from '../../../../media/server/media.ts';
import type { ComicInfo } from '../../../plan/metadata.ts';
import type { Fault, SourceFile } from '../../../plan/source.ts';
import { type Format, faultBy } from '../../format.ts';
import { languageNote, parseComicInfo } from '../comic-info.ts';
import { titleOfPdf } from './pdf-title.ts';

const archiveName = /\.(cbz|zip|cbr|cb7|cbt|rar|7z|tar|tar\.(gz|xz|bz2)|tgz|txz|pdf)$/i;

export function archive(media: Media): Format {
  return {
    type: 'archive',
    isNamed: (name) => archiveName.test(name),
    async read({ name, path, head }, notes) {
      const isOne = sniffArchive(head) !== null && (archiveName.test(name) || !name.includes('.'));
      return isOne ? await readArchive(media, { name, path }, notes) : null;
    },
    fault: (head) => faultBy(head, 'neither an archive nor a PDF'),
  };
}

/** An archive with its metadata; its pictures are unpacked when it is imported. */
export async function readArchive(
  media: Media,
  file: { name: string; path: string },
  notes: Fault[],
): Promise<SourceFile> {
  const peeked = await peekArchive(media, { path: file.path, name: 'comicinfo.xml' });
  if (peeked.state === 'refused') return { ...file, type: 'archive', fault: peeked.cause };
  let comicInfo: ComicInfo | null = null;
  for (const { text } of peeked.result) comicInfo ??= parseComicInfo(text);
  const note = comicInfo && languageNote(comicInfo);
  if (note) notes.push({ path: file.path, cause: note });
  const title = (await isPdf(file.path)) ? titleOfPdf(await readEnds(file.path)) : null;
  return { ...file, type: 'archive', comicInfo, ...(title === null ? {} : { title }) };
}

const endBytes = 1024 * 1024;

/** The beginning and the end of a file, where a PDF has the facts about itself. */
async function readEnds(path: string): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const head = await handle.read(Buffer.alloc(Math.min(size, endBytes)), 0, Math.min(size, endBytes), 0);
    const rest = Math.min(size - head.bytesRead, endBytes);
    const tail = await handle.read(Buffer.alloc(rest), 0, rest, size - rest);
    return Buffer.concat([head.buffer.subarray(0, head.bytesRead), tail.buffer.subarray(0, tail.bytesRead)]);
  } finally {
    await handle.close();
  }
}
