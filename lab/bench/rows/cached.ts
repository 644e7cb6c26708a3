import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '../../../src/server/testing/loopback.ts';
import { membershipPath } from '../../../src/shared/paths.ts';
import { missingForLoad, requestsPerSecond } from '../lib/load.ts';
import { fillCatalogue, startDatabase, startLongstrip } from '../lib/longstrip.ts';
import { startServer } from '../lib/processes.ts';
import { type BenchContext, interleave, type Outcome, type Row } from '../row.ts';

const accept = { 'Accept-Encoding': 'br' };

export const cachedHtml: Row = {
  name: 'cached-html',
  what: 'cached book-list HTML',
  against: 'bare node:http sending the same bytes',
  unit: 'req/s',
  target: { kind: 'ratioAtLeast', value: 0.7 },
  run: (context) => beside(context, '/?lang=en-us'),
};

export const cachedSearch: Row = {
  name: 'cached-search',
  what: 'cached search JSON, pre-compressed',
  against: 'bare node:http sending the same bytes',
  unit: 'req/s',
  target: { kind: 'ratioAtLeast', value: 0.7 },
  run: (context) => beside(context, '/api/v1/comics/book/search?language=en-us&page=0'),
};

export const membershipPage: Row = {
  name: 'membership-page',
  what: 'cached HTML of the page of the plans, which are on sale',
  against: 'bare node:http sending the same bytes',
  unit: 'req/s',
  target: { kind: 'ratioAtLeast', value: 0.7 },
  run: (context) => beside(context, `${membershipPath}?lang=en-us`, { PAYMENTS_SANDBOX: 'true' }),
};

/** Cached bytes of ours, beside those of another address of ours. */
export async function besideAnother(context: BenchContext, path: string, other: string): Promise<Outcome> {
  return withFilledSite(context, { path }, async (url) => {
    const [{ bytes }, another] = [await answerOf(url + path), await answerOf(url + other)];
    for (const each of [path, other]) await requestsPerSecond(url + each, { seconds: 5, headers: accept });
    const measured = await interleave(
      rounds,
      () => requestsPerSecond(url + path, round),
      () => requestsPerSecond(url + other, round),
    );
    return { ...measured, note: `${bytes.length} bytes, against ${another.bytes.length}` };
  });
}

/** Many short rounds: a disturbance of the machine then spoils one round, not a third of the figure. */
const rounds = 9;
const round = { seconds: 2, headers: accept };

/** Cached bytes of ours, beside the same bytes from a bare server. */
export async function beside(
  context: BenchContext,
  path: string,
  settings: Record<string, string> = {},
): Promise<Outcome> {
  return withFilledSite(context, { path, settings }, async (url, folder) => {
    const file = join(folder, 'same-bytes.json');
    const { headers, bytes } = await answerOf(url + path);
    writeFileSync(file, JSON.stringify({ headers, body: bytes.toString('base64') }));
    const port = await findFreePort();
    const bare = await startServer({
      command: [process.execPath, 'lab/bench/lib/same-bytes.mjs', String(port), file],
      port,
      path,
    });
    try {
      await requestsPerSecond(url + path, { seconds: 10, headers: accept });
      await requestsPerSecond(bare.url + path, { seconds: 2, headers: accept });
      const measured = await interleave(
        rounds,
        () => requestsPerSecond(url + path, round),
        () => requestsPerSecond(bare.url + path, round),
      );
      return { ...measured, note: `${bytes.length} bytes, ${headers['content-encoding'] ?? 'not compressed'}` };
    } finally {
      await bare.stop();
    }
  });
}

/** Measures a site of 1000 books. */
async function withFilledSite(
  { scratch }: BenchContext,
  { path, settings = {} }: { path: string; settings?: Record<string, string> },
  measure: (url: string, folder: string) => Promise<Outcome>,
): Promise<Outcome> {
  const missing = missingForLoad();
  if (missing) return { skipped: missing };
  const folder = join(scratch, `cached-${path.length}`);
  const database = await startDatabase(join(folder, 'postgres'));
  await fillCatalogue(database.db, 1000);
  const ours = await startLongstrip({ dataDir: folder, databaseUrl: database.url, settings });
  try {
    return await measure(ours.url, folder);
  } finally {
    await ours.stop();
    await database.stop();
  }
}

/** The compressed bytes of the answer, which fetch would unpack. */
async function answerOf(url: string): Promise<{ headers: Record<string, string>; bytes: Buffer }> {
  const { get } = await import('node:http');
  return new Promise((resolve, reject) => {
    get(url, { headers: accept }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const left = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length']);
        const kept = Object.entries(response.headers).filter(([name]) => !left.has(name));
        resolve({ headers: Object.fromEntries(kept) as Record<string, string>, bytes: Buffer.concat(parts) });
      });
    }).on('error', reject);
  });
}
