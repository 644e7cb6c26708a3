/** A place in a book: a file of the archive, and perhaps an id within it. */
export type Place = { path: string; fragment: string };

/** Resolves an address within a document; null for an address that leads out of the archive. */
export function resolvePlace(from: string, href: string): Place | null {
  const given = href.trim();
  if (/^[a-z][a-z0-9+.-]*:/i.test(given) || given.startsWith('//')) return null;
  const hash = given.indexOf('#');
  const fragment = hash < 0 ? '' : percentDecoded(given.slice(hash + 1));
  const address = (hash < 0 ? given : given.slice(0, hash)).replace(/\?.*$/s, '');
  if (address === '') return { path: from, fragment };
  const path = joined(from, percentDecoded(address).replaceAll('\\', '/'));
  return path === null ? null : { path, fragment };
}

function joined(from: string, address: string): string | null {
  const parts = address.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const part of address.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.length > 0 ? parts.join('/').normalize('NFC') : null;
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
