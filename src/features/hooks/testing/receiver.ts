import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver of webhooks on this machine: it keeps what comes, and answers 204 or what `behaviour.answer` does. */
export async function startReceiver() {
  const received: Received[] = [];
  const behaviour: { answer: ((to: ServerResponse, message: Received) => void) | null } = { answer: null };
  const server = createServer((request, answer) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      const message = { path, headers, body: Buffer.concat(parts).toString() };
      received.push(message);
      if (behaviour.answer) behaviour.answer(answer, message);
      else answer.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    origin: `http://127.0.0.1:${port}`,
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
