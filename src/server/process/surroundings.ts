import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * The namespaces of a process. Its names are valid only inside them: a pid in `processes`, loopback in `network`, a
 * socket in a folder in `kernel`. Containers on one machine share the kernel alone.
 */
export type Surroundings = { host: string; kernel: string; processes: string; network: string };

/** The surroundings of this process. */
export function findSurroundings(): Surroundings {
  const host = hostname();
  if (process.platform !== 'linux') return { host, kernel: host, processes: host, network: host };
  const kernel = readOr('/proc/sys/kernel/random/boot_id', host);
  // The first namespaces have the same numbers in every kernel, so the kernel's id is added.
  return {
    host,
    kernel,
    processes: `${kernel} ${findProcessSpace()}`,
    network: `${kernel} ${linkOr('/proc/self/ns/net', '')}`,
  };
}

/** A /proc may show the processes of another namespace, where ours has no /proc of its own: pids are then useless. */
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
