/** In bytes of UTF-8: systems take 255, and an ending and a number come to it. */
const longestName = 200;

/** The title as the name of a file on any system; `fallback` where nothing of it is left. */
export function fileName(title: string, fallback: string): string {
  const name = title
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no name of a file may hold them
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/[/\\:*?"<>|]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+/, '');
  return cutToBytes(name).replace(/[ .]+$/, '') || fallback;
}

function cutToBytes(name: string): string {
  let [cut, bytes] = ['', 0];
  for (const sign of name) {
    bytes += encodeURIComponent(sign).replace(/%../g, '.').length;
    if (bytes > longestName) break;
    cut += sign;
  }
  return cut;
}

/**
 * A header that gives a file its name: in ASCII for older programs, and in full (RFC 6266). Where a letter of a name has
 * none in ASCII, or none is left, `plain` stands for it there: two titles of as many letters would be one file to KOReader.
 */
export function attachmentOf(name: string, plain: string): string {
  const written = name.normalize('NFKD').replace(/\p{M}/gu, '');
  const isLost = /(?![\x20-\x7e])[\p{L}\p{N}]/u.test(written);
  const ascii = written
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%]/g, '_')
    .replace(isLost ? /^.*(?=\.[a-z]+$)/i : /^[^a-z\d]*(?=\.[a-z]+$)/i, plain);
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${whole}`;
}
