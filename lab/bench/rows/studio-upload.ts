import { once } from 'node:events';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { forgetPeak, memoryMb } from '../lib/memory.ts';
import { headersOfUpload, type Studio, startStudio, uploadsPath } from '../lib/studio.ts';
import { type BenchContext, median, type Row } from '../row.ts';

const bytes = 1024 ** 3;
const rounds = 3;
const part = Buffer.alloc(1024 * 1024, 'Longstrip ');

export const studioUpload: Row = {
  name: 'studio-upload',
  what: '1 GiB sent to a tus upload by one PATCH from loopback, until it is on the disk for good',
  against: 'its target',
  unit: 'MB/s',
  target: { kind: 'oursAtLeast', value: 150 },
  run: (context) =>
    withStudio(context, 'studio-upload', async (studio) => {
      const speeds: number[] = [];
      for (let round = 0; round < rounds; round++) speeds.push(bytes / 1e6 / (await secondsToSend(studio)));
      const note = `${rounds} times: ${speeds.map((speed) => speed.toFixed(0)).join(', ')} MB/s`;
      return { ours: median(speeds), reference: null, note };
    }),
};

export const studioUploadMemory: Row = {
  name: 'studio-upload-memory',
  what: 'further resident memory of the server while it takes that first GiB, at its peak',
  against: 'its target',
  unit: 'MB',
  target: { kind: 'oursAtMost', value: 64 },
  run: (context) =>
    withStudio(context, 'studio-upload-memory', async (studio) => {
      const { pid, url } = studio.server;
      for (const path of ['/', '/studio', '/api/v1/comics/book/search']) await (await fetch(url + path)).text();
      await sleep(5000);
      forgetPeak(pid);
      const before = memoryMb(pid, 'VmRSS');
      await secondsToSend(studio);
      const peak = memoryMb(pid, 'VmHWM');
      return { ours: Math.max(0, peak - before), reference: null, note: `${before.toFixed(0)} MB before` };
    }),
};

async function withStudio<T>(context: BenchContext, name: string, work: (studio: Studio) => Promise<T>): Promise<T> {
  const studio = await startStudio(context, { name, cores: 'own' });
  try {
    return await work(studio);
  } finally {
    await studio.stop();
  }
}

/** Makes an upload, sends all of it by one request, and removes it. */
async function secondsToSend(studio: Studio): Promise<number> {
  const { server, headers } = studio;
  const made = await fetch(server.url + uploadsPath, {
    method: 'POST',
    headers: headersOfUpload(studio, { path: 'large.cbz', bytes }),
  });
  const url = server.url + (made.headers.get('location') ?? '');
  const began = performance.now();
  const status = await patch(url, headers);
  const seconds = (performance.now() - began) / 1000;
  if (status !== 204) throw new Error(`The upload answered ${status}`);
  await fetch(url, { method: 'DELETE', headers: { ...headers, 'Tus-Resumable': '1.0.0' } });
  return seconds;
}

async function patch(url: string, headers: Record<string, string>): Promise<number> {
  const sending = request(url, {
    method: 'PATCH',
    headers: {
      ...headers,
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': '0',
      'Content-Type': 'application/offset+octet-stream',
      'Content-Length': bytes,
    },
  });
  const answered = once(sending, 'response');
  const parts = Array.from({ length: bytes / part.length }, () => part);
  await pipeline(Readable.from(parts), sending);
  const [response] = await answered;
  response.resume();
  return response.statusCode;
}
