import type { ImageKind, ImageVariant } from '../rules.ts';

/** What the server and its conversion children say to each other. */
export type ConvertJob = {
  task: 'convert';
  source: string;
  /** An existing folder; each picture's files come to lie in `<outDir>/<kind>-<tile>`. */
  outDir: string;
  kinds: ImageKind[];
  avif: boolean;
  /** Whether the original's bytes are to be kept at `<outDir>/original`. */
  keepOriginal: boolean;
};

/** The AVIF files of one picture that already has its WebP ones. */
export type AvifJob = {
  task: 'avif';
  source: string;
  outDir: string;
  kind: ImageKind;
  tile: number;
};

export type ExtractJob = { task: 'extract'; archive: string; outDir: string };

/** The small text entries of an archive whose base name, in lower case, is `name`; nothing is written. */
export type PeekJob = { task: 'peek'; archive: string; name: string };

export type Job = ConvertJob | AvifJob | ExtractJob | PeekJob;

export type ConvertedPicture = {
  kind: ImageKind;
  tile: number;
  folder: string;
  width: number;
  height: number;
  placeholder: string;
  color: string;
  variants: ImageVariant[];
  animated: boolean;
};

/** `note`: what an operator may want to know of a picture that is taken. */
export type ConvertResult = { sourceHash: string; pictures: ConvertedPicture[]; note?: string };

export type ExtractedEntry = { name: string; file: string; bytes: number; sha256: string };

/** An entry that is left out; `isUnread` where it is there and could not be read: damaged, encrypted or packed too oddly. */
export type EntryFault = { name: string; cause: string; isUnread?: true };

export type ExtractResult = { entries: ExtractedEntry[]; faults: EntryFault[]; note?: string };

export type PeekResult = { texts: { name: string; text: string }[] };

export type JobResult<J extends Job> = J extends ConvertJob
  ? ConvertResult
  : J extends AvifJob
    ? ImageVariant[]
    : J extends PeekJob
      ? PeekResult
      : ExtractResult;

export type ToWorker = { id: number; job: Job };

export type FromWorker =
  | { id: number; state: 'alive' }
  | { id: number; state: 'done'; result: ConvertResult | ImageVariant[] | ExtractResult | PeekResult }
  | { id: number; state: 'refused'; cause: string }
  /** Our own fault, or the machine's: `code` is what the system calls it, where it is one of its. */
  | { id: number; state: 'failed'; cause: string; code?: string };
