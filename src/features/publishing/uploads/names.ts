/** The bounds of what is sent (spec: studio.md#uploads). */
export const uploadLimits = {
  fileBytes: 2 * 1024 ** 3,
  importFiles: 50_000,
  importBytes: 50 * 1024 ** 3,
  pathBytes: 1024,
  folders: 8,
} as const;

/** The values of Upload-Metadata by their names; null: the header is malformed. Values are the bytes as they were sent. */
export function readMetadata(header: string | undefined): Map<string, Buffer> | null {
  const found = new Map<string, Buffer>();
  if (header === undefined || header.trim() === '') return found;
  for (const pair of header.split(',')) {
    const [key = '', value = '', ...more] = pair.trim().split(' ');
    const isWell = /^[\x21-\x2b\x2d-\x7e]+$/.test(key) && more.length === 0 && isBase64(value) && !found.has(key);
    if (!isWell) return null;
    found.set(key, Buffer.from(value, 'base64'));
  }
  return found;
}

function isBase64(text: string): boolean {
  return /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/.test(text);
}

/**
 * The path of a file in its import, in NFC, with `/` between its folders; null where it could lead out of the import's
 * folder, or no disk could keep it (spec: studio.md#uploads).
 */
export function safePath(bytes: Buffer): string | null {
  const text = decode(bytes);
  if (text === null || text === '' || bytes.length > uploadLimits.pathBytes) return null;
  const path = text.normalize('NFC');
  if (Buffer.byteLength(path) > uploadLimits.pathBytes) return null;
  if (/[\\\p{Cc}\ufffe\uffff]/u.test(path) || /^[a-z]:/i.test(path)) return null;
  const parts = path.split('/');
  const isPart = (part: string) => part !== '' && part !== '.' && part !== '..' && Buffer.byteLength(part) <= 255;
  return parts.every(isPart) && parts.length <= uploadLimits.folders + 1 ? path : null;
}

function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** A length as tus writes it: decimal digits. Null: it is none, or one that no number can hold. */
export function readLength(header: string | undefined): number | null {
  if (header === undefined || !/^\d{1,15}$/.test(header)) return null;
  return Number(header);
}
