import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import type { S3Config } from '../config/media.ts';
import { listenOnLoopback } from './loopback.ts';

export const testBucket = 'pictures';

/** An S3 service on loopback, with one empty bucket; it checks signatures. */
export interface S3Server {
  s3: S3Config;
  /** The settings of a site that uses it. */
  settings: Record<string, string>;
  /** The folder where it keeps its objects. */
  directory: string;
  stop(): Promise<void>;
}

export async function startS3Server(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'longstrip-s3-'));
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory, serviceEndpoint: 'localhost' },
    configureBuckets: [{ name: testBucket, configs: [] }],
  });
  const { port } = await server.run();
  return {
    ...waysTo(port),
    directory,
    async stop() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function waysTo(port: number): Pick<S3Server, 's3' | 'settings'> {
  const endpoint = `http://127.0.0.1:${port}`;
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  return {
    s3: { endpoint, region: 'us-east-1', keys },
    settings: {
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    },
  };
}

/** A fault between a site and its store of objects; null: there is none. */
export type StoreFault =
  | null
  /** No answer ever comes. */
  | 'silent'
  /** Each request is refused with that status. */
  | { status: 500 | 503 }
  /** So many requests are refused, then they are served. */
  | { refused: number }
  /** The answer stops after so many bytes: the connection breaks, or nothing more comes. */
  | { bytes: number; end: 'cut' | 'silence' }
  /** So many bytes of the answer come, and the rest only after a while. */
  | { bytes: number; restAfterMs: number }
  /** A new object is shown so late. */
  | { lateMs: number };

/** A line to the service on which faults can be switched on. It has an address of its own. */
export interface FaultyLine extends Pick<S3Server, 's3' | 'settings'> {
  fault: StoreFault;
  /** Requests since the start. */
  asked: number;
  stop(): Promise<void>;
}

export async function startFaultyLine(to: S3Server): Promise<FaultyLine> {
  const port = Number(new URL(to.s3.endpoint ?? '').port);
  const open = new Set<Socket>();
  const { connect } = await import('node:net');
  const putAt = new Map<string, number>();
  /** The status by which a request is refused; null: it passes. */
  function refusalOf(fault: StoreFault, { method, path }: { method: string; path: string }): number | null {
    if (fault === null || fault === 'silent') return null;
    if ('status' in fault) return fault.status;
    if ('lateMs' in fault) {
      const at = method === 'PUT' ? undefined : putAt.get(path);
      return at !== undefined && performance.now() - at < fault.lateMs ? 404 : null;
    }
    if (!('refused' in fault) || fault.refused === 0) return null;
    fault.refused -= 1;
    return 500;
  }
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
      socket.on('error', () => socket.destroy());
    }
    near.on('close', () => far.destroy());
    far.on('close', () => near.end());
    near.on('data', (bytes) => {
      const [, method, path = ''] =
        /^([A-Z]+) ([^ ?]+)\S* HTTP\/1\.1\r\n/.exec(bytes.subarray(0, 2000).toString('latin1')) ?? [];
      if (method) line.asked += 1;
      if (method === 'PUT') putAt.set(path, performance.now());
      const { fault } = line;
      if (fault === 'silent') return;
      const status = method ? refusalOf(fault, { method, path }) : isRefusing ? 0 : null;
      if (status === null) return void far.write(bytes);
      isRefusing = true;
      if (status > 0) near.end(`HTTP/1.1 ${status} Trouble\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
    });
    let isRefusing = false;
    let passed = 0;
    far.on('data', (bytes) => {
      const { fault } = line;
      if (fault === null || fault === 'silent') return void near.write(bytes);
      if (!('bytes' in fault)) return void near.write(bytes);
      const before = passed;
      passed += bytes.length;
      if ('restAfterMs' in fault) {
        near.write(bytes);
        if (before >= fault.bytes || passed < fault.bytes) return;
        far.pause();
        setTimeout(() => far.resume(), fault.restAfterMs);
        return;
      }
      near.write(bytes.subarray(0, Math.max(0, fault.bytes - before)));
      if (passed >= fault.bytes && fault.end === 'cut') near.end();
    });
  });
  const ownPort = await listenOnLoopback(server);
  const line: FaultyLine = {
    ...waysTo(ownPort),
    fault: null,
    asked: 0,
    async stop() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return line;
}
