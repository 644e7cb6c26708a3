const gib = 1024 ** 3;

/** The limits of uploads (spec: studio.md#uploads), in bytes and counts. */
export const uploadLimits = {
  fileBytes: 2 * gib,
  importFiles: 50_000,
  importBytes: 50 * gib,
  pathBytes: 1024,
  folders: 8,
  /** So much room on the disk is left to the site itself. */
  reserveBytes: gib,
  /** Requests of one user at once. */
  atOnce: 8,
  keptMs: 7 * 24 * 60 * 60 * 1000,
  silenceMs: 30_000,
} as const;

/** The facts of a file that are told before its bytes come. */
export interface UploadFacts {
  /** In NFC; relative to what is uploaded. */
  path: string;
  /** The import that it belongs to; null: none. */
  importId: string | null;
  length: number;
}

export type ReadMetadata = { kind: 'read'; values: Map<string, Uint8Array> } | { kind: 'malformed' };

/** The keys and values of a header Upload-Metadata, as tus writes it: `key base64,key base64`. */
export function readMetadata(header: string): ReadMetadata {
  const values = new Map<string, Uint8Array>();
  if (header.trim() === '') return { kind: 'read', values };
  for (const part of header.split(',')) {
    const [, key, value = ''] = /^ *([\x21-\x2b\x2d-\x7e]+)(?: ([A-Za-z0-9+/]*={0,2}))? *$/.exec(part) ?? [];
    if (key === undefined || values.has(key) || value.length % 4 !== 0) return { kind: 'malformed' };
    values.set(
      key,
      Uint8Array.from(atob(value), (letter) => letter.charCodeAt(0)),
    );
  }
  return { kind: 'read', values };
}

/** The path that these bytes name, in NFC; null: it is not safe to keep a file under it. */
export function safePathOf(bytes: Uint8Array): string | null {
  if (bytes.length > uploadLimits.pathBytes) return null;
  const path = decoded(bytes)?.normalize('NFC');
  if (path === undefined || new TextEncoder().encode(path).length > uploadLimits.pathBytes) return null;
  if (/[\p{Cc}\\]/u.test(path) || /^[a-z]:/i.test(path)) return null;
  const steps = path.split('/');
  if (steps.length > uploadLimits.folders + 1) return null;
  return steps.some((step) => step === '' || step === '.' || step === '..') ? null : path;
}

/** The text of bytes in UTF-8; null: they are none. */
export function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** A count of bytes as tus writes it: digits alone; null: it is none. */
export function readCount(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,30}$/.test(text) ? Number(text) : null;
}

export interface Totals {
  files: number;
  bytes: number;
}

/** Whether an import with these totals may take one more file; `replaced` is the length of what the file replaces. */
export function fitsInto(totals: Totals, { length, replaced }: { length: number; replaced: number | null }): boolean {
  const files = totals.files + (replaced === null ? 1 : 0);
  return files <= uploadLimits.importFiles && totals.bytes + length - (replaced ?? 0) <= uploadLimits.importBytes;
}
