import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { listenOnLoopback } from './loopback.ts';

/** A database that lets so many connections in, and refuses all later ones as PostgreSQL does whose disk is full. */
export async function openFullDatabase(url: string, { letsIn }: { letsIn: number }) {
  const { hostname, port, searchParams } = new URL(url);
  const folder = searchParams.get('host');
  let count = 0;
  const door = createServer((caller) => {
    caller.on('error', () => {});
    count += 1;
    if (count > letsIn) {
      caller.once('data', () => caller.end(refusal('53100', 'could not write init file: No space left on device')));
      return;
    }
    const database = folder ? connect(join(folder, `.s.PGSQL.${port || 5432}`)) : connect(Number(port), hostname);
    database.on('error', () => caller.destroy());
    caller.on('close', () => database.destroy());
    caller.pipe(database).pipe(caller);
  });
  const address = new URL(url);
  address.searchParams.delete('host');
  address.hostname = '127.0.0.1';
  address.port = String(await listenOnLoopback(door));
  return { url: address.href, refused: () => Math.max(0, count - letsIn), close: () => door.close() };
}

/** The answer by which the server ends a connection, in its protocol. */
function refusal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
