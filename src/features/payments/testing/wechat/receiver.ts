import { createServer, type IncomingHttpHeaders } from 'node:http';
import { listenOnLoopback } from '../../../../server/testing/loopback.ts';
import { readBody } from './answers.ts';

export interface Notice {
  headers: IncomingHttpHeaders;
  rawBody: Buffer;
}

/** A receiver of the simulator's notifications: it keeps them, and answers with the given status or never. */
export async function startReceiver(answer: (notice: Notice, count: number) => number | 'never' = () => 204) {
  const notices: Notice[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const notice = { headers: request.headers, rawBody: body ?? Buffer.alloc(0) };
      notices.push(notice);
      const status = answer(notice, notices.length);
      if (status === 'never') return;
      response.writeHead(status, status === 302 ? { Location: '/elsewhere' } : {}).end();
    });
  });
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}/api/v1/payment/wechat/notify`,
    notices,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
