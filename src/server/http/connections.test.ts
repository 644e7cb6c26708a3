import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createConnection, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMetrics, type Metrics } from '../metrics/metrics.ts';
import { inLong } from '../testing/depth.ts';
import { boundConnections, closeListener } from './connections.ts';

/** More bytes than the system buffers for a caller who does not read. */
const large = Buffer.alloc(1_000_000, 'x');
const slowMs = 400;

let server: Server;
let metrics: Metrics;
let clients: Socket[];

beforeEach(() => start(slowMs));

async function start(slowAfterMs: number): Promise<void> {
  clients = [];
  metrics = createMetrics();
  server = createServer((_request, response) => response.end(large));
  boundConnections(server, { most: 3, metrics, slowMs: slowAfterMs });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

afterEach(stop);

function stop(): void {
  for (const client of clients) client.destroy();
  server.closeAllConnections();
  server.close();
}

async function connect(): Promise<Socket> {
  // as: it listens on TCP
  const client = createConnection((server.address() as AddressInfo).port, '127.0.0.1');
  clients.push(client);
  client.on('error', () => {}); // the server may reset it
  await once(client, 'connect');
  return client;
}

const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const cuts = async () =>
  (await metrics.print()).split('\n').filter((line) => line.startsWith('connections_cut_total{'));
const openConnections = () =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));

describe('a caller with waiting answers', () => {
  it('is cut when it takes no byte for so long, even while it goes on sending', async () => {
    const client = await connect();
    client.pause();
    client.write(request.repeat(40));
    const trickle = setInterval(() => client.write('GET / HTT'), slowMs / 8);
    await expect.poll(openConnections, { timeout: 5000 }).toBe(0);
    clearInterval(trickle);
    expect(await cuts()).toEqual(['connections_cut_total{reason="slow_reader"} 1']);
  });

  inLong('is not cut while bytes are taken, however long it lasts', async () => {
    stop();
    // The system reports taken bytes by the megabyte: the limit must be longer than a megabyte takes.
    const patienceMs = 1500;
    await start(patienceMs);
    const client = await connect();
    client.write(request.repeat(60));
    client.on('data', () => {
      client.pause();
      setTimeout(() => client.resume(), 5);
    });
    const started = performance.now();
    // Bytes are taken for a longer time than an idle connection may last.
    await expect.poll(() => performance.now() - started, { timeout: 10_000 }).toBeGreaterThan(2 * patienceMs);
    expect([client.destroyed, client.bytesRead < 60 * large.length, await cuts()]).toEqual([false, true, []]);
  });

  it('may keep a connection on which nothing waits', async () => {
    const client = await connect();
    client.resume().write(request);
    const other = await connect();
    other.pause();
    other.write(request.repeat(40));
    await expect.poll(openConnections, { timeout: 5000 }).toBe(1);
    expect(client.destroyed).toBe(false);
  });
});

describe('a connection above the limit', () => {
  it('is closed at once without an answer; a new one is accepted as soon as another has closed', async () => {
    const held = [await connect(), await connect(), await connect()];
    const refused = await connect();
    let answered = false;
    refused.on('data', () => {
      answered = true;
    });
    await once(refused.resume(), 'close');
    expect(answered).toBe(false);
    expect(await cuts()).toEqual(['connections_cut_total{reason="max_connections"} 1']);

    held[0]?.destroy();
    await expect.poll(openConnections).toBe(2);
    const next = await connect();
    next.write(request);
    const [first] = await once(next, 'data');
    expect(String(first)).toMatch(/^HTTP\/1.1 200/);
  });
});

describe('a listener that closes', () => {
  it('waits for no connection on which nothing was asked', async () => {
    await connect();
    const closed = once(server, 'close');
    server.close();
    await closed;
    expect(await openConnections()).toBe(0);
  });

  it('takes every connection that waits, and its request is answered', async () => {
    stop();
    server = createServer((_request, response) => response.end('whole'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // as: it listens on TCP
    clients = Array.from({ length: 100 }, () => createConnection(port, '127.0.0.1'));
    const answers = clients.map(async (client) => {
      client.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      const parts: unknown[] = await client.toArray();
      return parts.join('');
    });
    await closeListener(server);
    expect(server.listening).toBe(false);
    for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1.1 200[\s\S]*whole$/);
  });
});
