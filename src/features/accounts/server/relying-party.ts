import { isIP } from 'node:net';

/** The site as devices know it: a passkey is made for `id`, and used on pages of `origin` alone. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/** Null where the site's host is an IP address, for which no device makes passkeys. */
export function relyingPartyOf(publicUrl: string): RelyingParty | null {
  const { hostname, origin } = new URL(publicUrl);
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { id: hostname, origin } : null;
}
