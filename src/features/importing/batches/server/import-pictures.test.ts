import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { askerOf } from '../../../../app/testing/ask.ts';
import { runJob, serverForTests } from '../../../../app/testing/server.ts';
import { signInStaff } from '../../../../app/testing/staff.ts';
import { createLog } from '../../../../server/config/log.ts';
import { eachOf, inLong } from '../../../../server/testing/depth.ts';
import { forAllTests } from '../../../../server/testing/for-all-tests.ts';
import type { Media } from '../../../media/server/media.ts';
import { drawScene } from '../../../media/testing/pictures.ts';
import { makeZip } from '../../../media/testing/zip.ts';
import { sendFile } from '../../testing/imports.ts';
import { importsJob } from './job.ts';
import { readLooks } from './looks.ts';
import { openSentFiles } from './sent-files.ts';
import { planAgain, workOnBatch } from './work.ts';

// The warnings of pictures in the plan of an import: widths at once, the others once the pictures were decoded.

const server = serverForTests();
const editor = forAllTests(() => signInStaff(server, 'editor'));

const ask = askerOf(server, editor, '/api/v1/studio/imports');

async function send(id: string, files: Record<string, Buffer | string>): Promise<void> {
  for (const [path, bytes] of Object.entries(files))
    expect((await sendFile(server, editor, { path, bytes, importId: id })).statusCode).toBe(201);
}

async function begin(files: Record<string, Buffer | string>): Promise<string> {
  const { result } = await ask('POST', '', { body: {} });
  await send(result.id, files);
  return result.id;
}

/** The work of the process of an import; `hash` is called before a picture is decoded, `convert` before it is stored. */
function depsWith(hash: (path: string) => Promise<void>, convert = async () => {}) {
  const { workers } = server.media;
  const run: Media['workers']['run'] = async (job) => {
    if (job.task === 'hash') await hash(job.source);
    if (job.task === 'convert') await convert();
    return await workers.run(job);
  };
  const { dataDir } = server.config;
  const media = { ...server.media, workers: { ...workers, run } };
  return { db: server.db, media, dataDir, sent: openSentFiles({ db: server.db, dataDir }), now: () => new Date() };
}

const usual = () => depsWith(async () => {});
const look = (id: string, deps = usual()) => workOnBatch(deps, id);

/** The check alone: the looking at its pictures is work of its own. */
async function check(id: string) {
  expect((await ask('POST', `/${id}/check`)).status).toBe(202);
  await workOnBatch(usual(), id);
  expect((await ask('GET', `/${id}`)).result.state).toBe('checked');
  return await planOf(id);
}

type Row = { path: string; change: string; cause: string | null; warnings: { code: string; with: string | null }[] };

async function planOf(id: string) {
  const { result, etag } = await ask('GET', `/${id}/plan?page_size=500`);
  const rows: Row[] = result.files;
  const warned = rows.flatMap(({ path, warnings }) =>
    warnings.map((each) => [path, each.code, ...(each.with ? [each.with] : [])].join(' ')),
  );
  const row = (path: string) => rows.find((each) => each.path === path);
  return { warned, row, pictures: result.pictures, etag };
}

let seed = 0;
/** A picture unlike all others. */
async function scene(size: { width?: number; height?: number } = {}): Promise<Buffer> {
  seed += 1;
  return await drawScene({ seed, ...size });
}
const again = (picture: Buffer) => sharp(picture).jpeg({ quality: 45 }).toBuffer();
const flat = (background: string) =>
  sharp({ create: { width: 300, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer();

describe('the widths of a plan', () => {
  inLong('are compared as soon as it is checked, also in archives, and double pages are let be', async () => {
    const id = await begin({
      'Wide/1/1.jpg': await scene(),
      'Wide/1/2.jpg': await scene({ width: 320 }),
      'Wide/1/3.jpg': await scene({ width: 350 }),
      'Wide/1/4.jpg': await scene({ width: 600 }),
      'Wide/1/5.jpg': await scene(),
      'Wide/1/6.jpg': await scene(),
      'Wide/2.cbz': makeZip([
        { name: '1.jpg', data: await scene() },
        { name: '2.jpg', data: await scene() },
        { name: '3.jpg', data: await scene({ width: 200 }) },
      ]),
      'Wide/3/1.jpg': await scene({ width: 700 }),
    });
    const { warned, pictures } = await check(id);
    expect(warned).toEqual(['Wide/1/3.jpg mixed_widths', 'Wide/2.cbz/3.jpg mixed_widths']);
    expect(pictures).toEqual({ looked_at: 0, total: 10 });
    expect((await ask('GET', `/${id}`)).result.counts.warnings).toBe(2);
    await look(id);
    expect((await planOf(id)).warned).toEqual(warned);
  });
});

describe('pages that look alike', () => {
  it('are named with the earlier one, once their pictures were decoded', async () => {
    const picture = await scene();
    const drawn = await scene();
    const white = await flat('#fefefe');
    const id = await begin({
      'Like/en/1/1.jpg': picture,
      'Like/en/1/2.jpg': white,
      'Like/en/1/3.jpg': white,
      'Like/en/1/4.jpg': await flat('#101010'),
      'Like/en/2/1.jpg': await again(picture),
      'Like/en/2/2.jpg': drawn,
      'Like/en/2/3.jpg': await scene(),
      'Like/en/3.cbz': makeZip([{ name: 'a.jpg', data: drawn }]),
      'Like/fr/1/1.jpg': picture,
      'Other/1/1.jpg': picture,
    });
    const checked = await check(id);
    expect(checked.warned).toEqual([]);
    expect((await ask('GET', `/${id}`)).result).toMatchObject({ state: 'checked', phase: 'pictures' });
    const { rows } = await server.db.query<{ told: string }>(
      'select max(told) as told from batch_files where batch_id = $1',
      [id],
    );
    await look(id);
    const seen = await planOf(id);
    expect(seen.warned).toEqual([
      'Like/en/2/1.jpg near_duplicate Like/en/1/1.jpg',
      'Like/en/3.cbz/a.jpg near_duplicate Like/en/2/2.jpg',
    ]);
    expect(seen.pictures).toEqual({ looked_at: 10, total: 10 });
    expect(seen.etag).toBe(checked.etag);
    expect((await ask('GET', `/${id}`)).result).toMatchObject({ phase: '', counts: { warnings: 2 } });
    // Those who listen hear of the two rows and of no other.
    const told = await server.db.query<{ path: string }>(
      `select row->>'path' as path from batch_files where batch_id = $1 and told > $2 order by 1`,
      [id, rows[0]?.told],
    );
    expect(told.rows.map(({ path }) => path)).toEqual(['Like/en/2/1.jpg', 'Like/en/3.cbz/a.jpg']);
  });

  inLong('are told while others are still looked at, and the same bytes are decoded once', async () => {
    const picture = await scene();
    const files: Record<string, Buffer> = { 'Grow/1/01.jpg': picture, 'Grow/1/02.jpg': await again(picture) };
    for (let page = 3; page <= 9; page += 1) files[`Grow/1/${String(page).padStart(2, '0')}.jpg`] = await scene();
    files['Grow/1/10.jpg'] = picture;
    const id = await begin(files);
    await check(id);
    let decoded = 0;
    let goOn = () => {};
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const looking = look(
      id,
      depsWith(async (path) => {
        decoded += 1;
        if (!/0[12]\.jpg$/.test(path)) await gate;
      }),
    );
    const firstWarning = 'Grow/1/02.jpg near_duplicate Grow/1/01.jpg';
    await expect.poll(async () => (await planOf(id)).warned, { timeout: 20_000 }).toContain(firstWarning);
    const { looked_at: lookedAt } = (await planOf(id)).pictures;
    expect(lookedAt).toBeGreaterThan(1);
    expect(lookedAt).toBeLessThan(10);
    goOn();
    await looking;
    expect((await planOf(id)).pictures).toEqual({ looked_at: 10, total: 10 });
    expect(decoded).toBe(9);
  });
});

inLong('tells the number of all pages of a commit before the first is stored', async () => {
  const archive = async (count: number) =>
    makeZip(
      await Promise.all(Array.from({ length: count }, async (_, at) => ({ name: `${at}.jpg`, data: await scene() }))),
    );
  const id = await begin({
    'Sum/1.cbz': await archive(2),
    'Sum/2.cbz': await archive(1),
    'Sum/3/1.jpg': await scene(),
  });
  const { etag } = await check(id);
  expect((await ask('POST', `/${id}/commit`, { body: {}, etag })).status).toBe(202);
  const totals = new Set<number>();
  const firstConversion = async () => {
    if (totals.size > 0) return;
    await expect.poll(async () => (await ask('GET', `/${id}`)).result.total).not.toBe(0);
    totals.add((await ask('GET', `/${id}`)).result.total);
  };
  await look(
    id,
    depsWith(async () => {}, firstConversion),
  );
  totals.add((await ask('GET', `/${id}`)).result.total);
  expect([...totals]).toEqual([4]);
});

describe('a picture that cannot be decoded', () => {
  inLong(
    'is named once that was tried, stays so after a change by hand, and is tried again by a new check',
    async () => {
      const broken = (await scene({ width: 900, height: 1200 })).subarray(0, 9000);
      const id = await begin({ 'Torn/1/1.jpg': await scene(), 'Torn/1/2.jpg': broken, 'Torn/1/3.jpg': await scene() });
      const checked = await check(id);
      expect(checked.row('Torn/1/2.jpg')).toMatchObject({ change: 'new', cause: null });
      await look(id);
      const seen = await planOf(id);
      expect(seen.row('Torn/1/2.jpg')).toMatchObject({ change: 'left_out', becomes: null });
      expect(seen.row('Torn/1/2.jpg')?.cause).toMatch(/corrupt or cut short/);
      expect(seen.pictures).toEqual({ looked_at: 3, total: 3 });
      const { file_id: file } = Object(seen.row('Torn/1/3.jpg'));
      const changed = await ask('PATCH', `/${id}/plan`, {
        body: { changes: [{ files: [file], leave_out: true }] },
        etag: seen.etag,
      });
      expect(changed.status).toBe(200);
      expect(changed.result.pictures).toEqual({ looked_at: 2, total: 2 });
      expect((await planOf(id)).row('Torn/1/2.jpg')).toMatchObject({ change: 'left_out' });
      expect((await check(id)).row('Torn/1/2.jpg')).toMatchObject({ change: 'new' });
    },
  );
});

describe('the looking at pictures', () => {
  const two = async (title: string) => {
    const picture = await scene();
    return { [`${title}/1/1.jpg`]: picture, [`${title}/1/2.jpg`]: await again(picture), [`${title}/1/3.jpg`]: picture };
  };

  inLong('need not have begun when somebody commits, and what it found is told after the commit', async () => {
    const hasty = await begin({ ...(await two('Hasty')), 'Hasty/1/4.jpg': await scene({ width: 420 }) });
    const early = await check(hasty);
    expect((await ask('POST', `/${hasty}/commit`, { body: {}, etag: early.etag })).status).toBe(202);
    await runJob(server, 'imports');
    expect((await ask('GET', `/${hasty}`)).result).toMatchObject({ state: 'committed', phase: '' });
    expect((await planOf(hasty)).warned).toEqual(['Hasty/1/4.jpg mixed_widths']);
    const patient = await begin(await two('Patient'));
    await check(patient);
    await look(patient);
    const { warned, etag } = await planOf(patient);
    expect(warned).toHaveLength(2);
    await ask('POST', `/${patient}/commit`, { body: {}, etag });
    await runJob(server, 'imports');
    expect((await ask('GET', `/${patient}`)).result).toMatchObject({ state: 'committed', counts: { warnings: 2 } });
    expect((await planOf(patient)).warned).toEqual(warned);
  });

  eachOf([['commit'], ['cancel'], ['check'], ['file'], ['change']] as const, 1)(
    'ends at once for a %s',
    async (what) => {
      const files: Record<string, Buffer> = {};
      for (let page = 1; page <= 5; page += 1) files[`${what}/1/${page}.jpg`] = await scene();
      const id = await begin(files);
      const { etag, row } = await check(id);
      let decoded = 0;
      let isAsked = false;
      const looking = look(
        id,
        depsWith(async () => {
          decoded += 1;
          // The pictures wait until the import has moved on.
          await expect.poll(() => isAsked, { timeout: 10_000 }).toBe(true);
          // The process looks four times a second: by that time it must have heard.
          await new Promise((resolve) => setTimeout(resolve, 600));
        }),
      );
      await expect.poll(() => decoded).toBeGreaterThan(0);
      if (what === 'commit') await ask('POST', `/${id}/commit`, { body: {}, etag });
      else if (what === 'file') await send(id, { [`${what}/1/6.jpg`]: await scene() });
      else if (what === 'change') {
        const { file_id: file } = Object(row(`${what}/1/3.jpg`));
        await ask('PATCH', `/${id}/plan`, { body: { changes: [{ files: [file], leave_out: true }] }, etag });
      } else await ask('POST', `/${id}/${what}`);
      isAsked = true;
      await looking;
      expect((await readLooks(server.config.dataDir, id)).size).toBe(0);
      const states = {
        commit: 'committing',
        cancel: 'canceled',
        check: 'checking',
        file: 'collecting',
        change: 'checked',
      };
      expect((await ask('GET', `/${id}`)).result.state).toBe(states[what]);
      await runJob(server, 'imports');
      if (what === 'change') expect((await planOf(id)).pictures).toEqual({ looked_at: 4, total: 4 });
      if (what === 'check') expect((await planOf(id)).pictures).toEqual({ looked_at: 5, total: 5 });
    },
  );

  inLong('goes on where it was killed, and decodes nothing twice', async () => {
    const files: Record<string, Buffer> = {};
    for (let page = 1; page <= 20; page += 1) files[`Slain/1/${page}.jpg`] = await scene();
    files['Slain/2/1.jpg'] = await again(files['Slain/1/1.jpg'] ?? Buffer.alloc(0));
    const id = await begin(files);
    await check(id);
    let decoded = 0;
    const dying = depsWith(async () => {
      decoded += 1;
      if (decoded <= 8) return;
      await expect.poll(async () => (await readLooks(server.config.dataDir, id)).size).toBeGreaterThan(0);
      throw new Error('killed');
    });
    await expect(look(id, dying)).rejects.toThrow('killed');
    expect((await ask('GET', `/${id}`)).result).toMatchObject({ state: 'checked', phase: 'pictures' });
    const { size } = await readLooks(server.config.dataDir, id);
    let more = 0;
    await look(
      id,
      depsWith(async () => {
        more += 1;
      }),
    );
    expect(size).toBeGreaterThan(0);
    expect(more).toBe(21 - size);
    const { warned, pictures } = await planOf(id);
    expect(warned).toEqual(['Slain/2/1.jpg near_duplicate Slain/1/1.jpg']);
    expect(pictures).toEqual({ looked_at: 21, total: 21 });
  });

  inLong('makes way for the check of another import, and is given up where it dies again and again', async () => {
    const first = await begin(await two('Slow'));
    await check(first);
    const second = await begin(await two('Urgent'));
    const worked: string[] = [];
    const given = { dataDir: server.config.dataDir, sent: usual().sent, log: createLog('silent') };
    const job = importsJob({
      ...given,
      async run(id, _wanted, signal) {
        worked.push(id === first ? 'first' : 'second');
        if (id === first && worked.length === 1) {
          await ask('POST', `/${second}/check`);
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          throw new Error('ended by a signal');
        }
        await look(id);
      },
    });
    await job.run(server.db, new AbortController().signal);
    expect(worked).toEqual(['first', 'second', 'first', 'second']);
    expect((await planOf(first)).pictures).toEqual({ looked_at: 3, total: 3 });
    await check(first);
    await server.db.query(`update batches set phase = 'pictures' where id = $1`, [first]);
    let deaths = 0;
    const dying = importsJob({
      ...given,
      restsMs: [1, 1],
      async run() {
        deaths += 1;
        throw new Error('died');
      },
    });
    await dying.run(server.db, new AbortController().signal);
    expect(deaths).toBe(3);
    expect((await ask('GET', `/${first}`)).result).toMatchObject({ state: 'checked', phase: '', cause: null });
  });

  inLong('lets a plan be made anew beside it', async () => {
    const id = await begin(await two('Beside'));
    await check(id);
    await planAgain(usual(), id);
    expect((await ask('GET', `/${id}`)).result).toMatchObject({ state: 'checked', phase: 'pictures' });
    await look(id);
    expect((await planOf(id)).warned).toHaveLength(2);
    await planAgain(usual(), id);
    expect((await ask('GET', `/${id}`)).result.phase).toBe('');
    expect((await planOf(id)).warned).toHaveLength(2);
  });
});
