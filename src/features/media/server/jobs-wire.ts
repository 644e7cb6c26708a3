import * as z from 'zod/mini';
import type { ImageKind, ImageVariant } from '../rules.ts';

/** What the server and its conversion children say to each other. */
export type ConvertJob = {
  task: 'convert';
  source: string;
  /** An existing folder; each picture's files come to lie in `<outDir>/<kind>-<tile>`, and `-<name>` until they are taken. */
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

/** Tells how a converter stands: who it is, which of these paths it sees, and whether it reaches that port of this machine. */
export type LookJob = { task: 'look'; paths: string[]; port: number };

/** What has a file to work on. */
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

export type Looked = { uid: number | null; seen: string[]; hasReached: boolean };

export type ToWorker = { id: number; job: Job | LookJob };

export type WorkerResult = ConvertResult | ImageVariant[] | ExtractResult | PeekResult;

export type FromWorker =
  | { id: number; state: 'alive' }
  | { id: number; state: 'done'; result: WorkerResult | Looked }
  | { id: number; state: 'refused'; cause: string }
  /** Our own fault, or the machine's: `code` is what the system calls it, where it is one of its. */
  | { id: number; state: 'failed'; cause: string; code?: string };

const size = z.int().check(z.gte(0));
const variant = z.object({
  name: z.string().check(z.regex(/^w\d{1,5}\.(webp|avif)$/)),
  type: z.enum(['image/webp', 'image/avif']),
  width: size,
  height: size,
  bytes: size,
});
const note = z.optional(z.string());
const results = {
  convert: z.object({
    sourceHash: z.string(),
    pictures: z.array(
      z.object({
        kind: z.enum(['page', 'cover', 'thumb']),
        tile: size,
        folder: z.string(),
        width: size,
        height: size,
        placeholder: z.string().check(z.regex(/^data:image\/(webp|gif);base64,[\w+/=]*$/)),
        color: z.string().check(z.regex(/^#[0-9a-f]{6}$/)),
        variants: z.array(variant),
        animated: z.boolean(),
      }),
    ),
    note,
  }),
  avif: z.array(variant),
  extract: z.object({
    entries: z.array(
      z.object({
        name: z.string(),
        file: z.string().check(z.regex(/(^|[/\\])\d{5}$/)),
        bytes: size,
        sha256: z.string(),
      }),
    ),
    faults: z.array(z.object({ name: z.string(), cause: z.string(), isUnread: z.optional(z.literal(true)) })),
    note,
  }),
  peek: z.object({ texts: z.array(z.object({ name: z.string(), text: z.string() })) }),
};

/** A converter's answer, which is believed as little as the file that it had: null where it is not one for that job. */
export function readResult(job: Job, given: unknown): WorkerResult | null {
  const read = z.safeParse(results[job.task], given);
  // The schemas above are these types; zod writes an optional property as one that may also be undefined.
  return read.success ? (read.data as WorkerResult) : null;
}
