import type { IncomingHttpHeaders } from 'node:http';

/** Whoever asks. A visitor's label is what its browser made up: good for counting, never for identity. */
export type Viewer = { kind: 'visitor'; visitorId: string | null };

/** Who stands behind a request; a bad token or label makes it a visitor's, never a failure. */
export function viewerOf(headers: IncomingHttpHeaders): Viewer {
  const label = headers['x-visitor-id'];
  return { kind: 'visitor', visitorId: typeof label === 'string' && /^[0-9a-f]{8}$/.test(label) ? label : null };
}
