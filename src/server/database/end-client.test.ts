import { createServer, type Socket } from 'node:net';
import pg from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { inLong } from '../testing/depth.ts';
import { listenOnLoopback } from '../testing/loopback.ts';
import { endClient } from './end-client.ts';

/** AuthenticationOk and ReadyForQuery of PostgreSQL's protocol. */
const welcome = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

inLong('cuts a connection that the database does not close', async () => {
  const open = new Set<Socket>();
  const frozen = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket.on('error', () => {}));
    socket.once('data', () => socket.write(welcome));
  });
  const port = await listenOnLoopback(frozen);
  const client = new pg.Client({ connectionString: `postgresql://x@127.0.0.1:${port}/x` });
  client.on('error', () => {});
  await client.connect();
  await endClient(client);
  expect(open.size).toBe(1);
  await new Promise<void>((resolve) => {
    frozen.close(() => resolve());
    for (const socket of open) socket.destroy();
  });
});

it('leaves a living database in peace', async () => {
  const database = await createTestDatabase({ empty: true });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await endClient(client);
  await expect(client.query('select 1')).rejects.toThrow();
  await database.drop();
});
