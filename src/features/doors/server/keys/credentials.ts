import type { IncomingHttpHeaders } from 'node:http';

/** A key as an app sends it; `name`: the user name that somebody typed beside it, null where the app sends none. */
export interface Credentials {
  key: string;
  name: string | null;
}

/** What a request carries; X-API-Key comes before Authorization. Null: nothing that a door takes. */
export function readCredentials(headers: IncomingHttpHeaders): Credentials | null {
  const apiKey = headers['x-api-key'];
  if (typeof apiKey === 'string' && apiKey !== '') return { key: apiKey, name: null };
  const [, scheme = '', value = ''] = /^(\w+)(?: +(.*))?$/.exec(headers.authorization ?? '') ?? [];
  switch (scheme.toLowerCase()) {
    case 'token':
      return { key: value, name: null };
    case 'basic':
      return readBasic(value);
    default:
      return null;
  }
}

/** The password is the key, and the user name may be any, also none. */
function readBasic(encoded: string): Credentials {
  const [name = '', ...password] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return { key: password.join(':'), name };
}
