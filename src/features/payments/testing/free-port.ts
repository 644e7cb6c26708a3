import { type AddressInfo, createServer } from 'node:net';

/** Finds a port for a site that must know its own address before it listens. */
export async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((listening) => probe.listen(0, '127.0.0.1', listening));
  const { port } = probe.address() as AddressInfo; // listening on TCP, so it is not a pipe
  await new Promise((closed) => probe.close(closed));
  return port;
}
