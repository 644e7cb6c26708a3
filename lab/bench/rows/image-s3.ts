import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '../../../src/server/testing/loopback.ts';
import { missingForLoad, requestsPerSecond } from '../lib/load.ts';
import { type Database, runLongstrip, startDatabase, startLongstrip } from '../lib/longstrip.ts';
import { type Running, startServer } from '../lib/processes.ts';
import { type BenchContext, interleave, type Row } from '../row.ts';
import { drawNoise, imageNearest, listImagePaths } from './image.ts';

const bucket = 'bench';
const chapters = 8;
const askedAtOnce = 8;

interface Site {
  dataDir: string;
  databaseUrl: string;
  /** The settings by which a server reads the same pictures from the bucket. */
  onBucket: Record<string, string>;
  stop(): Promise<void>;
}

/** A comic whose pictures are in a folder, and in a bucket of s3rver too. */
async function openSite({ scratch }: BenchContext, name: string): Promise<Site> {
  const dataDir = join(scratch, name);
  for (let chapter = 1; chapter <= chapters; chapter += 1)
    await drawNoise(join(dataDir, 'book', String(chapter).padStart(3, '0')));
  writeFileSync(join(dataDir, 'book', 'book.yaml'), `title: Images\npublic_free_chapters: ${chapters}\n`);
  const database: Database = await startDatabase(join(dataDir, 'postgres'));
  const given = { dataDir, databaseUrl: database.url };
  await runLongstrip(['import', '--avif', 'now', join(dataDir, 'book')], given);
  const store = await startStore(join(dataDir, 'bucket'));
  const onBucket = {
    MEDIA_STORE: `s3://${bucket}/site`,
    S3_ENDPOINT: store.url,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  };
  const { MEDIA_STORE: to, ...keys } = onBucket;
  await runLongstrip(['media', 'move', '--to', to], { ...given, settings: keys });
  return {
    ...given,
    onBucket,
    async stop() {
      await store.stop();
      await database.stop();
    },
  };
}

async function startStore(directory: string): Promise<Running> {
  mkdirSync(directory, { recursive: true });
  const port = await findFreePort();
  const words = ['-d', directory, '-a', '127.0.0.1', '-p', String(port), '--configure-bucket', bucket, '--silent'];
  const command = [process.execPath, join('node_modules', 's3rver', 'bin', 's3rver.js'), ...words];
  return await startServer({ command, env: {}, port, path: '/', pin: false });
}

export const imageS3Hot: Row = {
  name: 'image-s3-hot',
  what: 'a hot 300 kB page image, stored in a bucket',
  against: 'the same from the local folder',
  unit: 'req/s',
  target: { kind: 'ratioAtLeast', value: 0.95 },
  async run(context) {
    const missing = missingForLoad();
    if (missing) return { skipped: missing };
    const site = await openSite(context, 'image-s3-hot');
    const onBucket = await startLongstrip({ ...site, settings: site.onBucket });
    const onFolder = await startLongstrip(site);
    try {
      const { path, bytes } = await imageNearest(onFolder.url, { chapter: 1 });
      await requestsPerSecond(onBucket.url + path, { seconds: 10 });
      const measured = await interleave(
        3,
        () => requestsPerSecond(onBucket.url + path),
        () => requestsPerSecond(onFolder.url + path),
      );
      return { ...measured, note: `${bytes.length} bytes` };
    } finally {
      await onBucket.stop();
      await onFolder.stop();
      await site.stop();
    }
  },
};

export const imageS3Cold: Row = {
  name: 'image-s3-cold',
  what: 'page images that were not asked for before, stored in a bucket',
  against: 'the same from the local folder',
  unit: 'images/s',
  target: { kind: 'ratioAtLeast', value: 0.3 },
  async run(context) {
    const site = await openSite(context, 'image-s3-cold');
    try {
      const paths = await listPaths(site);
      const measured = await interleave(
        3,
        () => coldRate({ ...site, settings: site.onBucket }, paths),
        () => coldRate(site, paths),
      );
      return { ...measured, note: `${paths.length} images; the bucket is s3rver, on the same cores` };
    } finally {
      await site.stop();
    }
  },
};

/** The files of the comic's images, of free chapters. */
async function listPaths(site: Site): Promise<string[]> {
  const server = await startLongstrip(site);
  try {
    const paths = new Set<string>();
    for (let chapter = 1; chapter <= chapters; chapter += 1)
      for (const path of await listImagePaths(server.url, { chapter })) paths.add(path);
    return [...paths];
  } finally {
    await server.stop();
  }
}

/** Images a second that a server just started gives, each asked for once, some at the same time. */
async function coldRate(given: Parameters<typeof startLongstrip>[0], paths: readonly string[]): Promise<number> {
  const server = await startLongstrip(given);
  try {
    const began = performance.now();
    const left = paths.values();
    const work = async () => {
      for (const path of left) {
        const answer = await fetch(server.url + path);
        if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`);
        await answer.arrayBuffer();
      }
    };
    await Promise.all(Array.from({ length: askedAtOnce }, work));
    return (1000 * paths.length) / (performance.now() - began);
  } finally {
    await server.stop();
  }
}
