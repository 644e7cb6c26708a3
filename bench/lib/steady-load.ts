import { Agent, get } from 'node:http';

/**
 * The p99 in ms of requests that are sent `perSecond`, whatever becomes of those before: each counts from when it was
 * due, so that a server that stalls is not asked less (no coordinated omission).
 */
export async function p99OfSteadyLoad(
  url: string,
  { perSecond, seconds, headers = {} }: { perSecond: number; seconds: number; headers?: Record<string, string> },
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const began = performance.now();
  const latencies: Promise<number>[] = [];
  for (let index = 0; index < perSecond * seconds; index++) {
    const due = began + (index * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 1) await new Promise((resolve) => setTimeout(resolve, early));
    latencies.push(ask(url, { agent, headers }).then(() => performance.now() - due));
  }
  const sorted = (await Promise.all(latencies)).sort((a, b) => a - b);
  agent.destroy();
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
}

function ask(url: string, options: { agent: Agent; headers: Record<string, string> }): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, options, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      response.resume().once('end', resolve);
    }).once('error', reject);
  });
}
