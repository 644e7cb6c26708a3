import type { StoredBlock } from '../catalog/text/blocks.ts';

/** Where a device is in a document, as KOReader sends it. */
export interface Pushed {
  progress: string;
  percentage: number;
  device: string;
  deviceId: string;
}

const longest = { document: 255, progress: 2000, device: 255 };

// biome-ignore lint/suspicious/noControlCharactersInRegex: a name of a document has none
const control = /[\u0000-\u001f\u007f-\u009f]/;

/** Lengths count code points. */
const isWithin = (text: string, most: number) => [...text].length <= most;

/** Whether this may be the name of a document. */
export function isDocument(given: unknown): given is string {
  return typeof given === 'string' && given !== '' && isWithin(given, longest.document) && !control.test(given);
}

/** What a device sends; null: it lacks what it must have. */
export function readPushed(body: Readonly<Record<string, unknown>>): Pushed | null {
  const { progress: given, percentage, device, device_id: deviceId } = body;
  const progress = typeof given === 'number' ? String(given) : given;
  if (typeof progress !== 'string' || progress === '' || !isWithin(progress, longest.progress)) return null;
  if (progress.includes('\0') || typeof percentage !== 'number' || !(percentage >= 0 && percentage <= 1)) return null;
  return { progress, percentage, device: nameIn(device), deviceId: nameIn(deviceId) };
}

function nameIn(given: unknown): string {
  return typeof given === 'string' ? [...given.replaceAll('\0', '')].slice(0, longest.device).join('') : '';
}

/** The number of a page, from 1; null: it is none. */
export function readPageNumber(progress: string): number | null {
  return /^[1-9]\d{0,8}$/.test(progress) ? Number(progress) : null;
}

/** A place in a book: the document, from 1, and the element of its body that is named. */
export interface Pointer {
  document: number;
  element: { name: string; nth: number } | null;
}

/** Reads KOReader's place in an EPUB; null: it is none. */
export function readPointer(progress: string): Pointer | null {
  const page = /^#_doc_fragment_(\d{1,9})(?![\d])/.exec(progress);
  if (page) return { document: Number(page[1]) + 1, element: null };
  const path = /^\/body\/DocFragment(?:\[(\d{1,9})\])?(?:\/body(?:\/([a-z]\w*)(?:\[(\d{1,9})\])?)?)?(?![\w[])/.exec(
    progress,
  );
  if (!path) return null;
  const [, document = '1', name, nth = '1'] = path;
  return { document: Number(document), element: name === undefined ? null : { name, nth: Number(nth) } };
}

/** The place of a document as KOReader reads it. */
export const pointerTo = (document: number) => `/body/DocFragment[${document}].0`;

/** The block that an element of a chapter's document shows; the first where it shows none. */
export function blockAt(blocks: readonly StoredBlock[], element: Pointer['element']): number {
  if (!element) return 0;
  let count = 0;
  for (const [index, { type }] of blocks.entries()) {
    if ((type === 'img' ? 'figure' : type) === element.name) count += 1;
    if (count === element.nth) return index;
  }
  return 0;
}
