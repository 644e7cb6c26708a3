import { mkdirSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { startedOnEveryCore } from '../lib/load.ts';
import { runLongstrip, startDatabase, startLongstrip } from '../lib/longstrip.ts';
import { publishChapter } from '../lib/member.ts';
import { median, type Row } from '../row.ts';

/** A chapter of 30 images has files of 54 MB: variants and originals. */
const chapterBytes = 30 * (10 * 100_000 + 800_000);
const gib = 1024 ** 3;

export const backupAgain: Row = {
  name: 'backup-again',
  what: 'a second snapshot of a site with 1 GiB of pictures',
  against: 'the first snapshot of that site',
  unit: 's',
  target: { kind: 'ratioAtMost', value: 0.2 },
  async run({ scratch, log }) {
    const dataDir = join(scratch, 'backup-again');
    if (!(await hasRoom(scratch, 4 * gib))) return { skipped: 'needs 4 GiB of disk' };
    await fillSite(dataDir, gib);
    const back = (target: string) => secondsOf(['backup', `${join(scratch, target)}/`], dataDir);
    const firsts: number[] = [];
    const ratios: number[] = [];
    const seconds: number[] = [];
    for (const target of ['snapshots-1', 'snapshots-2']) {
      log(`… a first and a second snapshot in ${target}`);
      const first = await back(target);
      const second = await back(target);
      firsts.push(first);
      seconds.push(second);
      ratios.push(second / first);
    }
    const note = `into new folders: ${firsts.map((first, i) => `${first.toFixed(1)} s, then ${seconds[i]?.toFixed(1)} s`).join('; ')}`;
    return { ours: median(seconds), reference: median(firsts), ratio: median(ratios), note };
  },
};

export const restore5g: Row = {
  name: 'restore-5g',
  what: 'a site of 5 GiB restored from a snapshot: from the command to the first page of a chapter',
  against: 'its target, 15 min',
  unit: 's',
  isAtSize: true,
  target: { kind: 'oursAtMost', value: 900 },
  async run({ scratch, log }) {
    if (!(await hasRoom(scratch, 16 * gib))) return { skipped: 'needs 16 GiB of disk' };
    const [dataDir, target, restored] = ['restore-5g', 'restore-5g-snapshots', 'restored-5g'].map((name) =>
      join(scratch, name),
    ) as [string, string, string]; // of three names
    log('… making a site of 5 GiB, and a snapshot of it');
    const chapter = await fillSite(dataDir, 5 * gib);
    await runLongstrip(['backup', `${target}/`], { dataDir });
    mkdirSync(restored);
    log('… restoring it');
    const began = performance.now();
    await runLongstrip(['restore', target], { dataDir: restored });
    const seconds = (performance.now() - began) / 1000;
    const server = await startedOnEveryCore(() => startLongstrip({ dataDir: restored, pin: false }));
    try {
      const bytes = await readFirstPage(server.url, chapter);
      const all = (performance.now() - began) / 1000;
      return {
        ours: all,
        reference: null,
        note: `${seconds.toFixed(1)} s of it to restore; the page's image has ${bytes} bytes`,
      };
    } finally {
      await server.stop();
    }
  },
};

/** Fills a new data folder with so many bytes of pictures; returns the id of one of its chapters. */
async function fillSite(dataDir: string, bytes: number): Promise<string> {
  const database = await startDatabase(join(dataDir, 'postgres'));
  try {
    let chapter = '';
    for (let written = 0; written < bytes; written += chapterBytes)
      chapter = await publishChapter(database, { isFree: true, filesIn: dataDir });
    return chapter;
  } finally {
    await database.stop();
  }
}

async function secondsOf(args: string[], dataDir: string): Promise<number> {
  const began = performance.now();
  await runLongstrip(args, { dataDir });
  return (performance.now() - began) / 1000;
}

async function hasRoom(folder: string, bytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize > bytes;
}

/** Reads the chapter and its first image as a visitor; returns the image's size. */
async function readFirstPage(url: string, chapter: string): Promise<number> {
  const answer = await fetch(`${url}/api/v1/comics/chapter_comics/${chapter}/en-us`);
  const address = /\/media\/[^" ]+/.exec(await answer.text())?.[0];
  const image = await fetch(url + address);
  if (!image.ok) throw new Error(`The first page answered ${answer.status}, its image ${image.status}`);
  return (await image.arrayBuffer()).byteLength;
}
