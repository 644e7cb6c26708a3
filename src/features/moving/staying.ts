const hostHere = 'here.invalid';
const mostDecodings = 8;

/** Whether browsers and whatever stands before them take it for a path of this site, however often it is decoded. */
export function staysOnSite(address: string): boolean {
  let path = address.split(/[?#]/, 1)[0] ?? '';
  for (let times = 0; times < mostDecodings; times += 1) {
    // Browsers take a backslash for a slash, and leave out what cannot be seen.
    const seen = path.replaceAll('\\', '/').replaceAll(/[\p{Cc}\s]/gu, '');
    if (!/^\/(?!\/)/.test(seen) || !leadsHere(seen)) return false;
    const decoded = decodeLoosely(path);
    if (decoded === path) return true;
    path = decoded;
  }
  return false;
}

/** Where dots could take parts away, the rest must not begin with two slashes either. */
function leadsHere(path: string): boolean {
  if (!path.includes('/.')) return true;
  const url = URL.canParse(path, `http://${hostHere}`) ? new URL(path, `http://${hostHere}`) : null;
  return url?.host === hostHere && !url.pathname.startsWith('//');
}

/** Decodes what can be decoded: half of a letter must not hide the rest. */
function decodeLoosely(text: string): string {
  return text.replaceAll(/%[0-7][0-9a-f]/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
}

/** Whether an address elsewhere has the host that its line names. */
export function staysOnHost(address: string, fixed: string): boolean {
  return URL.canParse(address) && URL.canParse(fixed) && new URL(address).host === new URL(fixed).host;
}
