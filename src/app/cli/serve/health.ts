import { request } from 'node:http';
import { isIPv6 } from 'node:net';
import type { Settings } from '../../../server/config/config.ts';
import { hasPlace, noSite } from '../site/site-state.ts';

export type HealthOptions = { ready?: true; json?: true };

/** What a server says of itself by its health routes; `down`: no answer in time, or not one of a server of ours. */
export type HealthStatus = 'alive' | 'ready' | 'not ready' | 'down';

const answerWithinMs = 2_000;
/** A server that listens on all addresses is asked on this machine's own. */
const loopbackOf: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/**
 * Asks the server of these settings how it is, and prints one line; 0 when it is well. It uses no database. Where nobody
 * answers and there is no site, the line names the folder too: the command may stand in a wrong one.
 */
export async function runHealth(site: Settings, options: HealthOptions) {
  const { host, port, database } = site;
  const address = loopbackOf[host] ?? host;
  const at = `http://${isIPv6(address) ? `[${address}]` : address}:${port}`;
  const status = await askHealth({ at, ready: options.ready ?? false });
  const isWell = status === 'alive' || status === 'ready';
  if (options.json) console.log(JSON.stringify({ status }));
  else if (isWell) console.log(`The server at ${at} is ${status}.`);
  if (isWell) return 0;
  const isElsewhere = status === 'down' && database.kind === 'embedded' && !hasPlace(database.directory);
  console.error(isElsewhere ? `${sentenceOf(status, at)} ${noSite(site).message}` : sentenceOf(status, at));
  return 1;
}

function sentenceOf(status: HealthStatus, at: string): string {
  if (status === 'not ready') return `The server at ${at} is alive, and not ready to serve.`;
  return `No server of Longstrip answers at ${at} within ${answerWithinMs / 1000} s.`;
}

async function askHealth({ at, ready }: { at: string; ready: boolean }): Promise<HealthStatus> {
  const code = await ask(`${at}${ready ? '/readyz' : '/healthz'}`);
  if (code === 200) return ready ? 'ready' : 'alive';
  return ready && code === 503 ? 'not ready' : 'down';
}

/** The status of an answer that came whole and in time; null: there was none. */
function ask(url: string): Promise<number | null> {
  return new Promise((resolve) => {
    const asked = request(url, { agent: false, signal: AbortSignal.timeout(answerWithinMs) }, (answer) => {
      answer.on('error', () => resolve(null)).on('end', () => resolve(answer.statusCode ?? null));
      answer.resume();
    });
    asked.on('error', () => resolve(null)).end();
  });
}
