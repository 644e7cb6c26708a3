const anyOrigin = 'https://site.invalid';
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop some of these
const deceiving = /[\u0000-\u0020\u007f-\u009f\\]/;

/** The address of a path of this site, as it is written; null for one that could lead to another site. */
export function readOwnPath(path: string): URL | null {
  if (!path.startsWith('/') || deceiving.test(path)) return null;
  const url = readUrl(path);
  return url?.origin !== anyOrigin || url.pathname.startsWith('//') ? null : url;
}

function readUrl(path: string): URL | null {
  try {
    return new URL(path, anyOrigin);
  } catch {
    return null;
  }
}
