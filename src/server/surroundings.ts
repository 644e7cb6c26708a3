import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * Where a process lives. What it says of itself means nothing elsewhere: a pid outside of `processes`, loopback outside
 * of `network`, the socket in a folder outside of `kernel`. Containers on one machine share the kernel alone.
 */
export type Surroundings = { host: string; kernel: string; processes: string; network: string };

/** Those of this process. */
export function findSurroundings(): Surroundings {
  const host = hostname();
  if (process.platform !== 'linux') return { host, kernel: host, processes: host, network: host };
  const kernel = readOr('/proc/sys/kernel/random/boot_id', host);
  // The first namespaces of every kernel have the same numbers.
  return {
    host,
    kernel,
    processes: `${kernel} ${findProcessSpace()}`,
    network: `${kernel} ${linkOr('/proc/self/ns/net', '')}`,
  };
}

/** A /proc that shows other processes than ours, as in a namespace without a /proc of its own, tells nothing by pid. */
function findProcessSpace(): string {
  const isOurs = linkOr('/proc/self', '') === String(process.pid);
  return isOurs ? linkOr('/proc/self/ns/pid', '') : `unseen, of process ${process.pid} since ${performance.timeOrigin}`;
}

function readOr(path: string, otherwise: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return otherwise; // a container may hide it
  }
}

function linkOr(path: string, otherwise: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return otherwise; // a container may hide it
  }
}
