import type { IncomingHttpHeaders } from 'node:http';

/** Whether a browser says that its reader does not want to be tracked. */
export function asksNotToBeTracked(headers: IncomingHttpHeaders): boolean {
  return headers.dnt === '1' || headers['sec-gpc'] === '1';
}

/** Browsers make eight hexadecimal digits; anything of a fitting length tells one visitor from another. */
const fitting = /^[\w-]{1,64}$/;

/** The id by which a browser without a user names itself (spec: http.md#who-asks); null: it does not. */
export function visitorIdOf(headers: IncomingHttpHeaders): string | null {
  const id = headers['x-visitor-id'];
  return typeof id === 'string' && fitting.test(id) ? id : null;
}
