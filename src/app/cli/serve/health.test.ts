import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { inLong } from '../../../server/testing/depth.ts';
import { findFreePort } from '../../../server/testing/loopback.ts';
import { runCommand } from '../../testing/site.ts';

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
});

/** A server that answers each path with a status; null: never. */
async function serve(statuses: Record<string, number | null>, host = '127.0.0.1'): Promise<string> {
  const made = createServer((request, response) => {
    const status = statuses[request.url ?? ''];
    if (status === null) return;
    response.statusCode = status ?? 404;
    response.end('{}');
  });
  server = made;
  await new Promise<void>((resolve) => made.listen(0, host, resolve));
  // as: it listens on TCP
  return String((made.address() as AddressInfo).port);
}

const health = (settings: Record<string, string>, ...more: string[]) =>
  runCommand({ HOST: '127.0.0.1', DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none', ...settings }, [
    'health',
    ...more,
  ]);

describe('longstrip health', () => {
  it('ends 0 with one line on standard output for a server that lives, without a database', async () => {
    const PORT = await serve({ '/healthz': 200, '/readyz': 503 });
    const well = await health({ PORT });
    expect(well).toEqual({ status: 0, out: `The server at http://127.0.0.1:${PORT} is alive.\n`, err: '' });
    expect(await health({ PORT }, '--json')).toEqual({ status: 0, out: '{"status":"alive"}\n', err: '' });
  });

  it('ends 1 with --ready for a server that lives and is not ready, and 0 when it is', async () => {
    const PORT = await serve({ '/healthz': 200, '/readyz': 503 });
    const early = await health({ PORT }, '--ready');
    expect(early).toMatchObject({ status: 1, out: '' });
    expect(early.err).toMatch(/^The server at .* is alive, and not ready to serve\.\n$/);
    server?.close();
    const ready = await serve({ '/readyz': 200 });
    expect(await health({ PORT: ready }, '--ready', '--json')).toMatchObject({
      status: 0,
      out: '{"status":"ready"}\n',
    });
  });

  it('ends 1 where nobody listens', async () => {
    const PORT = String(await findFreePort());
    const nobody = await health({ PORT }, '--json');
    expect(nobody).toMatchObject({ status: 1, out: '{"status":"down"}\n' });
    expect(nobody.err).toBe(`No server of Longstrip answers at http://127.0.0.1:${PORT} within 2 s.\n`);
  });

  it('names the folder, too, where nobody listens and there is no site', async () => {
    const PORT = String(await findFreePort());
    const nobody = await health({ PORT, DATABASE_URL: '', DATA_DIR: '/nowhere/site' });
    expect(nobody).toMatchObject({ status: 1, out: '' });
    expect(nobody.err).toMatch(/ answers at .* There is no site in \/nowhere\/site, .*\n$/);
  });

  inLong('ends 1 within 5 s where the server does not answer', async () => {
    const PORT = await serve({ '/healthz': null });
    const begun = performance.now();
    expect(await health({ PORT })).toMatchObject({ status: 1, out: '' });
    expect(performance.now() - begun).toBeLessThan(5000);
  });

  it('asks a server that listens on all addresses on this machine', async () => {
    const PORT = await serve({ '/healthz': 200 }, '0.0.0.0');
    expect(await health({ HOST: '0.0.0.0', PORT })).toMatchObject({ status: 0 });
  });
});
