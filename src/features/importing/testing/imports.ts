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

/** Runs one of the server's jobs once. */
export async function runJob(server: Pick<TestServer, 'jobs' | 'db'>, name: string): Promise<void> {
  const job = server.jobs.find((each) => each.name === name);
  if (!job) throw new Error(`There is no job ${name}`);
  await job.run(server.db, new AbortController().signal);
}
