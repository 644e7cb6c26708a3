import type { TestServer } from '../../../app/testing/server.ts';
import type { SignedInUser } from '../../../app/testing/users.ts';

const tus = { 'tus-resumable': '1.0.0' };

/** The value of Upload-Metadata for these texts. */
export function metadataOf(values: Record<string, string | Buffer>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value as string).toString('base64')}`) // from takes both
    .join(',');
}

/** Sends a whole file; returns the answer. */
export function sendFile(
  server: Pick<TestServer, 'app'>,
  user: SignedInUser,
  given: { path: string | Buffer; bytes: Buffer | string; importId?: string },
) {
  const bytes = Buffer.from(given.bytes as string); // from takes both
  return server.app.inject({
    method: 'POST',
    url: '/api/v1/studio/uploads',
    headers: {
      ...user.headers,
      ...tus,
      'upload-length': String(bytes.length),
      'upload-metadata': metadataOf({ path: given.path, ...(given.importId ? { import: given.importId } : {}) }),
      'content-type': 'application/offset+octet-stream',
    },
    payload: bytes,
  });
}

/** Sends a whole file that belongs to no import; returns the id of its upload. */
export async function upload(
  server: Pick<TestServer, 'app'>,
  user: SignedInUser,
  bytes: Buffer | string,
): Promise<string> {
  const { headers } = await sendFile(server, user, { path: 'a.png', bytes });
  return String(headers.location).split('/').at(-1) ?? '';
}
