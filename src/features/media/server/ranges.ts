export type Range = { start: number; end: number };

/**
 * The one range that a request asks for, both ends included. Null means the whole file: no range, several, or one that
 * is not understood. 'unsatisfiable' means a range outside the file (RFC 9110, 14.1.2).
 */
export function readRange(header: string | undefined, size: number): Range | null | 'unsatisfiable' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (!match) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}
