import { createDecipheriv, createECDH, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A push service on this machine: it keeps what comes, and answers 201 or what `answer` does. */
export async function startPushService() {
  const received: Received[] = [];
  const behaviour = { answer: (_path: string, to: ServerResponse): void => void to.writeHead(201).end() };
  const server = createServer((request, answer) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const path = request.url ?? '';
      received.push({ path, headers: request.headers, body: Buffer.concat(parts) });
      behaviour.answer(path, answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    origin: `http://127.0.0.1:${port}`,
    received,
    behaviour,
    /** What came to an address since it was asked last. */
    take(path: string): Received[] {
      const found = received.filter((each) => each.path === path);
      for (const each of found) received.splice(received.indexOf(each), 1);
      return found;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type PushService = Awaited<ReturnType<typeof startPushService>>;

/** The keys of a browser, and how it reads what is sent to it (RFC 8291, by the standard's own words). */
export function createBrowser() {
  const own = createECDH('prime256v1');
  const point = own.generateKeys();
  const secret = randomBytes(16);
  return {
    keys: { p256dh: point.toString('base64url'), auth: secret.toString('base64url') },
    read(body: Buffer): unknown {
      const salt = body.subarray(0, 16);
      const length = body.readUInt8(20);
      const theirs = body.subarray(21, 21 + length);
      const sealed = body.subarray(21 + length);
      const key = createHmac('sha256', secret).update(own.computeSecret(theirs)).digest();
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), point, theirs, Buffer.from([1])]);
      const input = createHmac('sha256', key).update(info).digest();
      const derive = (name: string, bytes: number) =>
        Buffer.from(hkdfSync('sha256', input, salt, `Content-Encoding: ${name}\0`, bytes));
      const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
      cipher.setAuthTag(sealed.subarray(-16));
      const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]).toString();
      return JSON.parse(text.slice(0, text.lastIndexOf('\x02')));
    },
  };
}
