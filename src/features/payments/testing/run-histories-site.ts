// A process of its own for the histories: the site twice, with its old and with its corrected settings, on one
// database. The parent sets its clock and runs its jobs, over the channel between them. Arguments: the database, and a
// JSON of both settings.
import { createServer, type LongstripServer } from '../../../app/server.ts';
import { parseSettings } from '../../../server/config/config.ts';
import { createLog } from '../../../server/config/log.ts';
import { createPool } from '../../../server/database/db.ts';
import { createMetrics } from '../../../server/metrics/metrics.ts';
import type { Answer, Asked } from './histories/site.ts';

const [url = '', given = '{}'] = process.argv.slice(2);
const { before, corrected, secrets, clockMs } = JSON.parse(given);

// The machine's clock jumps, and everything in this process reads it.
const RealDate = Date;
let aheadMs: number = clockMs;
globalThis.Date = class extends RealDate {
  constructor(...parts: unknown[]) {
    // A date made of parts does not come from a clock.
    if (parts.length > 0) super(...(parts as [number]));
    else super(RealDate.now() + aheadMs);
  }
  static override now(): number {
    return RealDate.now() + aheadMs;
  }
} as DateConstructor; // this file calls it with `new` alone

const db = createPool({ url, purpose: 'web', max: 10 });
const log = createLog('silent');

async function open(settings: Record<string, string>): Promise<{ server: LongstripServer; port: number }> {
  const config = { ...parseSettings(settings), ...secrets };
  const server = await createServer({ config, db, log, metrics: createMetrics() });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const address = server.app.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('It does not listen on a port');
  return { server, port: address.port };
}

const sites = { before: await open(before), corrected: await open(corrected) };
const answer = (given: Answer) => void process.send?.(given);

process.on('message', (asked: Asked) => {
  if (asked.do === 'clock') {
    aheadMs = asked.aheadMs;
    return answer({ id: asked.id, error: null });
  }
  const job = sites[asked.site].server.jobs.find(({ name }) => name === asked.job);
  const running = job ? job.run(db, new AbortController().signal) : Promise.reject(new Error(`no job ${asked.job}`));
  running.then(
    () => answer({ id: asked.id, error: null }),
    (error: unknown) => answer({ id: asked.id, error: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
answer({ id: 0, error: null, ports: { before: sites.before.port, corrected: sites.corrected.port } });
