import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect } from 'vitest';
import { eachOf, inLong } from '../../../server/testing/depth.ts';
import { publishComic, siteForTests } from '../../testing/site.ts';

const site = siteForTests();
beforeAll(async () => {
  await publishComic(site, { title: 'Salt', seed: 7 });
});

/** Files that a test removed or damaged, with the bytes to restore. */
const spoilt = new Map<string, Buffer>();
afterEach(async () => {
  for (const [path, bytes] of spoilt) await writeFile(path, bytes);
  spoilt.clear();
});

type Finding = { check: string; ok: boolean; found: string; advice?: string };

async function pictures(...options: string[]): Promise<Finding & { status: number }> {
  const { status, out } = await site.run('doctor', '--json', ...options);
  const findings: Finding[] = JSON.parse(out);
  const finding = findings.find(({ check }) => check === 'Pictures');
  if (!finding) throw new Error('The doctor does not look at pictures');
  return { ...finding, status };
}

/** The paths of a file of the second chapter's second page and of its original. */
async function filesOfPage(): Promise<{ variant: string; original: string }> {
  const { rows } = await site.db.query<{ id: string; hash: string; name: string }>(
    `select i.id, encode(i.source_hash, 'hex') as hash, i.variants -> 0 ->> 'name' as name
     from images i join pages p on p.image_id = i.id join chapters c on c.id = p.chapter_id
     where c.number = 2 and p.page = 1`,
  );
  const [{ id, hash, name } = { id: '', hash: '', name: '' }] = rows;
  const media = join(site.dataDir, 'media');
  return {
    variant: join(media, 'images', id.slice(0, 2), id, name),
    original: join(media, 'originals', hash.slice(0, 2), hash),
  };
}

async function spoil(path: string, change: (bytes: Buffer) => Buffer | null): Promise<void> {
  const bytes = await readFile(path);
  spoilt.set(path, bytes);
  const changed = change(Buffer.from(bytes));
  if (changed) await writeFile(path, changed);
  else await rm(path);
}

const flipped = (bytes: Buffer) => bytes.fill(0, 0, Math.floor(bytes.length / 2));

describe('the doctor', () => {
  inLong('finds nothing wrong with whole pictures', async () => {
    expect(await pictures()).toMatchObject({ ok: true });
    expect(await pictures('--deep')).toMatchObject({ ok: true, found: expect.stringMatching(/^\d+ pictures checked/) });
  });

  inLong('notices at once that all pictures are gone', async () => {
    const folder = join(site.dataDir, 'media', 'images');
    await rename(folder, `${folder}-away`);
    expect(await pictures()).toMatchObject({ ok: false, status: 1, found: expect.stringContaining(folder) });
    await rename(`${folder}-away`, folder);
  });

  inLong('notices missing files in its sample of pictures', async () => {
    const folder = join(site.dataDir, 'media', 'images');
    for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
      if (entry.isFile()) await spoil(join(entry.parentPath, entry.name), () => null);
    expect(await pictures()).toMatchObject({ ok: false, status: 1, found: expect.stringMatching(/missing/) });
  });

  eachOf<[string, 'variant' | 'original', (bytes: Buffer) => Buffer | null, string]>(
    [
      ['a missing picture', 'variant', () => null, 'missing'],
      ['a damaged picture', 'variant', flipped, 'damaged'],
      ['a picture that was cut short', 'variant', (bytes: Buffer) => bytes.subarray(0, 50), 'damaged'],
      ['a missing original', 'original', () => null, 'missing'],
      ['a damaged original', 'original', flipped, 'damaged'],
    ] as const,
    1,
  )('names %s, when it looks deep', async (_, which, change, cause) => {
    const files = await filesOfPage();
    await spoil(files[which], change);
    const finding = await pictures('--deep');
    expect(finding).toMatchObject({ ok: false, status: 1 });
    expect(finding.found).toContain(`${cause}: ${files[which]} (Salt, chapter 2, page 2, `);
  });
});
