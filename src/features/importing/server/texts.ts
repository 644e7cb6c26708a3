import { readFile, stat } from 'node:fs/promises';
import { cutDescription } from '../../../shared/text.ts';
import type { StoredBlock } from '../../catalog/server/imports.ts';
import { unreadable } from '../formats/format.ts';
import { maxTextBytes, parseText, plainText, textFault } from '../formats/text/parse-text.ts';
import { withPictures } from '../formats/text/shown-pictures.ts';
import { nameKey } from '../names/names.ts';
import type { OpenBook, OpenedBook, PartBlock, PartContent } from '../plan/book-file.ts';
import type { BookFile, TextFile, UnreadFile } from '../plan/source.ts';
import { decodeTextFile } from '../text/server/encoding.ts';
import { hashed, type PlacedFile, type Run, type StoredContent, storePagesInOrder, storePicture } from './pictures.ts';
import { NotReadError } from './reading.ts';

/** What was read of a text file; its pictures are still files. */
type ReadText = { cause: string } | { heading: string | null; faults: NamedFault[]; shown: PartBlock[] };

async function readText(file: TextFile, run: Run): Promise<ReadText> {
  const name = `text ${file.path}`;
  const known = run.reading?.find<ReadText>(name);
  const read = known ?? (await readShown(file).catch((error: unknown) => ({ cause: unreadable(error) })));
  if (!known) run.reading?.keep(name, read);
  return read;
}

/** A text's blocks; a picture outside the book's folder is left out with a fault. */
async function readShown(file: TextFile): Promise<ReadText> {
  if ((await stat(file.path)).size > maxTextBytes)
    return { cause: 'the text is too large for one chapter (at most 20 MiB)' };
  const decoded = decodeTextFile(file, await readFile(file.path));
  const cause = 'fault' in decoded ? decoded.fault : textFault(decoded.text);
  if (cause || 'fault' in decoded) return { cause: cause ?? '' };
  const parsed = parseText(file.name, decoded.text);
  const { shown, faults } = withPictures(file, parsed.blocks);
  return { heading: parsed.heading, faults: [...parsed.faults, ...faults], shown };
}

const mostNamed = 100;

type NamedFault = { name: string; cause: string };

/** Lists faults of parts within a file. Names and numbers come from the file, so both are limited. */
function nameFaults(file: { path: string }, faults: readonly NamedFault[], run: Run): void {
  const each = [...new Map(faults.map((fault) => [`${fault.name}\n${fault.cause}`, fault])).values()];
  for (const { name, cause } of each.slice(0, mostNamed))
    run.faults.push({ path: `${file.path}: ${printable(name)}`, cause });
  if (each.length > mostNamed)
    run.faults.push({ path: file.path, cause: `${each.length - mostNamed} more things in it are left out` });
}

function printable(name: string): string {
  return cutDescription(name.replace(/\p{Cc}/gu, '\ufffd'), 200);
}

/** Text files as one chapter, in the order given. */
export async function storeTexts(
  files: readonly (TextFile | UnreadFile<'text'>)[],
  title: string,
  run: Run,
): Promise<StoredContent | null> {
  const blocks: StoredBlock[] = [];
  let heading: string | null = null;
  let isPartial = false;
  for (const [index, file] of files.entries()) {
    const read = file.fault === undefined ? await readText(file, run) : { cause: file.fault };
    if ('cause' in read) {
      run.faults.push({ path: file.path, cause: read.cause });
      isPartial = true;
      continue;
    }
    nameFaults(file, read.faults, run);
    if (index === 0) heading = read.heading;
    for (const block of await storeBlocks(read.shown, run)) blocks.push(block);
  }
  if (blocks.length === 0) {
    const isNamed = new Set(run.faults.map((fault) => fault.path));
    for (const { path } of files) if (!isNamed.has(path)) run.faults.push({ path, cause: 'there is no text in it' });
    return null;
  }
  // A heading that only repeats the chapter's title would be shown twice on the page.
  const first = blocks[0];
  if (first && heading && opensWith(nameKey(title), nameKey(plainText(first)))) blocks.shift();
  const placed = files.map(({ path }): PlacedFile => ({ path, as: 'text' }));
  return { imported: { blocks, ...(isPartial ? { isPartial } : {}) }, front: null, files: placed };
}

/** 'Capítulo I' below 'Capítulo I - Que trata de …' repeats it too. */
function opensWith(title: string, heading: string): boolean {
  return title === heading || (heading !== '' && title.startsWith(`${heading} `));
}

/** Stores a chapter within a file that is a whole book. */
export async function storePart(
  { file, part }: { file: BookFile; part: number },
  run: Run,
): Promise<StoredContent | null> {
  const opened = await openOnce(file, run);
  if (opened.state === 'refused') return null;
  const name = `part ${part} ${file.path}`;
  const content = run.reading?.find<PartContent>(name) ?? opened.result.part(part);
  run.reading?.keep(name, content);
  if (content.type === 'pages') {
    const hash = async ({ key, picture }: (typeof content.pages)[number]) => ({
      key,
      picture: await hashed(picture, run),
    });
    return await storePagesInOrder(await Promise.all(content.pages.map(hash)), run);
  }
  const files: PlacedFile[] = [{ path: file.path, as: 'text' }];
  return { imported: { blocks: await storeBlocks(content.blocks, run) }, front: null, files };
}

/** The book's file, opened once in a run; its faults are listed once. */
export function openOnce(file: BookFile, run: Run): Promise<OpenedBook> {
  const known = run.books.get(file.path);
  if (known) return known;
  const opening = openBook(file, run).then((opened) => {
    if (opened.state === 'refused') run.faults.push({ path: file.path, cause: opened.cause });
    else nameFaults(file, opened.result.faults, run);
    return opened;
  });
  run.books.set(file.path, opening);
  return opening;
}

async function openBook(file: BookFile, run: Run): Promise<OpenedBook> {
  const name = `book ${file.path}`;
  const known = run.reading?.find<KeptBook>(name);
  if (known) return known.state === 'done' ? { state: 'done', result: { ...known.result, ...unopened } } : known;
  const opened = await file
    .open()
    .catch((error: unknown): OpenedBook => ({ state: 'refused', cause: unreadable(error) }));
  run.reading?.keep(name, opened.state === 'done' ? { ...opened, result: plainBook(opened.result) } : opened);
  return opened;
}

/** A book's file as it is kept: each of its parts is kept by itself. */
type KeptBook = Extract<OpenedBook, { state: 'refused' }> | { state: 'done'; result: ReturnType<typeof plainBook> };

function plainBook({ part: _part, release: _release, ...book }: OpenBook) {
  return book;
}

const unopened = {
  part(): never {
    throw new NotReadError('A part of a book was not read');
  },
  release: () => Promise.resolve(),
};

export async function releaseBooks(run: Run): Promise<void> {
  for (const opening of run.books.values()) {
    const opened = await opening.catch(() => null);
    if (opened?.state === 'done') await opened.result.release();
  }
}

/** Pictures in a text are converted like pages; one that cannot be converted is a fault and is left out. */
async function storeBlocks(blocks: readonly PartBlock[], run: Run): Promise<StoredBlock[]> {
  const stored = await Promise.all(
    blocks.map(async (block): Promise<StoredBlock[]> => {
      if (block.type !== 'img') return [block];
      const outcome = await storePicture(await run.pageLimit(() => hashed(block.picture, run)), 'page', run);
      if (outcome.state === 'stored')
        return outcome.imageIds.map((imageId) => ({ type: 'img', imageId, alt: block.alt }));
      run.faults.push({ path: block.picture.shownAs, cause: outcome.cause });
      return [];
    }),
  );
  return stored.flat();
}
