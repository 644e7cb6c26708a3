import { createServer, request as forward, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenOnLoopback } from '../../../server/testing/loopback.ts';

/** The changes that the proxy makes to requests; none by default. */
interface Meddling {
  /** Chooses the headers that the proxy drops, by their names in lower case. */
  drops?: (name: string) => boolean;
  rewrites?: (body: Buffer) => Buffer;
}

export interface ReverseProxy {
  url: string;
  /** The address of the site behind it. */
  site: string;
  meddling: Meddling;
  close(): Promise<void>;
}

/** A reverse proxy on loopback, as an operator puts it before the site: another connection, and its own headers. */
export async function startProxy(): Promise<ReverseProxy> {
  const server = createServer((request, response) => {
    void buffer(request).then((received) => {
      const { drops = () => false, rewrites = (body: Buffer) => body } = proxy.meddling;
      const body = rewrites(received);
      const kept = Object.entries(request.headers).filter(([name]) => !drops(name) && name !== 'content-length');
      const headers: IncomingHttpHeaders = {
        ...Object.fromEntries(kept),
        'x-forwarded-for': request.socket.remoteAddress ?? '',
        via: '1.1 proxy',
        'content-length': String(body.length),
      };
      const onward = forward(new URL(request.url ?? '/', proxy.site), { method: request.method ?? 'GET', headers });
      onward.once('response', (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      onward.once('error', () => response.writeHead(502).end());
      onward.end(body);
    });
  });
  const port = await listenOnLoopback(server);
  const proxy: ReverseProxy = {
    url: `http://127.0.0.1:${port}`,
    site: 'http://127.0.0.1:1',
    meddling: {},
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return proxy;
}
