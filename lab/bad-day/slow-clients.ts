import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { packageRoot } from '../../src/server/process/package-root.ts';
import type { Asking } from './asker.ts';
import type { Day } from './day.ts';
import { percent, percentile, type Sample, timeUntil } from './load.ts';
import { untilPicturesAreMade } from './press.ts';
import { listPageFiles } from './queries.ts';
import { addReaders, type Readers } from './readers.ts';
import { openSite, type Site } from './site.ts';

const slowClients = { short: 60, usual: 2000, long: 2000 };
const aloneMs = { short: 5_000, usual: 20_000, long: 60_000 };
const perSecond = 100;
const byteEveryMs = 1000;
/** Those who read nothing take 4 MB of the system each: all at once they would be a load, and not slow. */
const opensWithinMs = { readers: 40_000, bodies: 5_000, heads: 3_000 };
const giveUpAfterMs = 90_000;
/** More than the system takes for a caller who reads nothing. */
const unreadBytes = 8_000_000;

/** The text that slow clients open with; a `rest` follows byte by byte. */
const senders = {
  heads: { opening: 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ', rest: 'a' },
  bodies: {
    opening:
      'POST /api/v1/user/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n',
    rest: ' ',
  },
} as const;
type Kind = keyof typeof senders | 'readers';

export const slow: Day = {
  name: 'slow-clients',
  what: 'Clients send their heads or bodies byte by byte, or take nothing of their answers, while others read.',
  async play({ folder, size }) {
    const site = await openSite(folder);
    try {
      await site.start();
      const readers = await addReaders(site);
      const picture = await addPicture(site, folder);
      await untilPicturesAreMade(site, size);
      const questions = questionsOf(readers);
      const ask = () => askApart({ port: site.port, perSecond, questions });
      const alone = await ask();
      await pause(aloneMs[size]);
      const p99Alone = p99(await alone.stop());
      const crowd = openCrowd(site, { ofEach: Math.ceil(slowClients[size] / 3), picture });
      const meanwhile = await ask();
      await crowd.openAll('readers');
      const p99Meanwhile = p99(await meanwhile.stop());
      const beside = await ask();
      await crowd.openAll('bodies');
      await crowd.openAll('heads');
      const cut = await crowd.untilCut();
      const samples = await beside.stop();
      const ratio = (ms: number) => Math.round((100 * ms) / p99Alone) / 100;
      return {
        figures: {
          slow_clients: 3 * Math.ceil(slowClients[size] / 3),
          questions: samples.length,
          good_percent: percent(samples, ({ status }) => status === 200),
          p99_ms: p99(samples),
          p99_ratio: ratio(p99(samples)),
          p99_ratio_while_they_come: ratio(p99Meanwhile),
          ...cut,
        },
        targets: {
          good_percent: { least: 99.9 },
          p99_ratio: { most: 2 },
          not_cut: { most: 0 },
          first_head_ms: { least: 9_900 },
          last_head_ms: { most: 13_000 },
          first_body_ms: { least: 29_900 },
          last_body_ms: { most: 33_000 },
          first_reader_ms: { least: 59_900 },
          last_reader_ms: { most: 66_000 },
        },
      };
    } finally {
      await site.close();
    }
  },
};

function p99(samples: readonly Sample[]): number {
  return Math.round(100 * percentile(samples, 99)) / 100;
}

/** A chapter, a list that no cache holds and two answers that one holds, by turns. */
function questionsOf({ cached, chapterIds, headers }: Readers): Asking['questions'] {
  const chapter = { kind: 'chapter', path: `/api/v1/comics/chapter_comics/${chapterIds[3]}/en-us`, headers };
  const list = { kind: 'list', path: '/api/v1/comics/book/search?page=#' };
  const others = cached.map((path) => ({ kind: 'cached', path }));
  return others.flatMap((other, index) => [chapter, list, other, others[(index + 1) % others.length] ?? other]);
}

/** Asks steadily from a process of its own, until it is stopped: this one is busy with the slow clients. */
async function askApart(asking: Asking): Promise<{ stop(): Promise<Sample[]> }> {
  const asker = fork(join(packageRoot, 'lab/bad-day/asker.ts'), { execArgv: ['--import', 'tsx'] });
  asker.send(asking);
  await once(asker, 'message');
  return {
    async stop() {
      asker.send('stop');
      const [samples]: [Sample[]] = (await once(asker, 'message')) as [Sample[]]; // as: it sends nothing else then
      return samples;
    },
  };
}

interface Picture {
  path: string;
  bytes: number;
}

/** A comic of one picture, as large as a scan. */
async function addPicture(site: Site, folder: string): Promise<Picture> {
  const chapter = join(folder, 'comic Scan', '1');
  mkdirSync(chapter, { recursive: true });
  writeFileSync(join(folder, 'comic Scan', 'book.yaml'), 'title: Scan\ntags: [玄幻奇幻]\npublic_free_chapters: 1\n');
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const scan = sharp({ create: { width: 2400, height: 3200, channels: 3, background: '#888', noise } });
  writeFileSync(join(chapter, '1.jpg'), await scan.jpeg({ quality: 90 }).toBuffer());
  await site.run(['import', join(folder, 'comic Scan')]);
  const [file] = await site.withDatabase(listPageFiles);
  const path = `/media/${file?.id}/${file?.name}`;
  const { status } = await site.ask(path);
  if (status !== 200 || !file) throw new Error(`The picture was answered ${status}`);
  return { path, bytes: file.bytes };
}

/** The slow clients, so many of each kind. */
function openCrowd(site: Site, { ofEach, picture }: { ofEach: number; picture: Picture }) {
  const want = `GET ${picture.path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(Math.ceil(unreadBytes / picture.bytes));
  const lasted: Record<Kind, number[]> = { heads: [], bodies: [], readers: [] };
  const open: Socket[] = [];
  const readersSince: number[] = [];

  function openOne(kind: Kind): void {
    const since = performance.now();
    const opening = kind === 'readers' ? want : senders[kind].opening;
    const socket = createConnection(site.port, '127.0.0.1', () => {
      socket.write(opening);
      if (kind === 'readers') return;
      const trickle = setInterval(() => socket.write(senders[kind].rest), byteEveryMs);
      socket.once('close', () => clearInterval(trickle));
    });
    if (kind === 'readers') {
      socket.pause();
      readersSince.push(since);
    } else socket.resume().once('close', () => lasted[kind].push(performance.now() - since));
    socket.on('error', () => {});
    open.push(socket);
  }

  /** One that reads nothing does not notice that it was cut: the server tells it, in the order of their coming. */
  async function noteReaders(): Promise<boolean> {
    const { body } = await site.ask('/metrics');
    const count = Number(/^connections_cut_total\{reason="slow_reader"\} (\d+)/m.exec(body)?.[1] ?? 0);
    const { readers } = lasted;
    while (readers.length < count) readers.push(performance.now() - (readersSince[readers.length] ?? 0));
    return Object.values(lasted).every(({ length }) => length >= ofEach);
  }

  async function openAll(kind: Kind): Promise<void> {
    for (let count = 0; count < ofEach; count += 1) {
      openOne(kind);
      await pause(opensWithinMs[kind] / ofEach);
    }
  }

  async function untilCut(): Promise<Record<string, number>> {
    await timeUntil(noteReaders, giveUpAfterMs, 250);
    for (const socket of open) socket.destroy();
    const first = (kind: Kind) => Math.round(Math.min(...lasted[kind]));
    const last = (kind: Kind) => Math.round(Math.max(...lasted[kind]));
    return {
      not_cut: open.length - Object.values(lasted).reduce((sum, { length }) => sum + length, 0),
      first_head_ms: first('heads'),
      last_head_ms: last('heads'),
      first_body_ms: first('bodies'),
      last_body_ms: last('bodies'),
      first_reader_ms: first('readers'),
      last_reader_ms: last('readers'),
    };
  }

  return { openAll, untilCut };
}
