import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { listenOnLoopback } from './loopback.ts';

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export type AnswerTo = (to: ServerResponse, message: Received) => void;

/** A server on this machine that keeps what comes; it answers with a status, or as `behaviour.answer` does. */
export async function startReceiver(status: number) {
  const received: Received[] = [];
  const behaviour: { answer: AnswerTo | null } = { answer: null };
  const server = createServer((request, answer) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      const message = { path, headers, body: Buffer.concat(parts) };
      received.push(message);
      if (behaviour.answer) behaviour.answer(answer, message);
      else answer.writeHead(status).end();
    });
  });
  const port = await listenOnLoopback(server);
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
