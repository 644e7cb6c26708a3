import { type AddressInfo, createServer, type Server } from 'node:net';

/** Lets a server listen on this machine; returns its port. */
export async function listenOnLoopback(server: Server): Promise<number> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return (server.address() as AddressInfo).port; // listening on TCP, so it is not a pipe
}

/** Finds a port for a site that must know its own address before it listens. */
export async function findFreePort(): Promise<number> {
  const probe = createServer();
  const port = await listenOnLoopback(probe);
  await new Promise((closed) => probe.close(closed));
  return port;
}
