// A process of its own for the histories: the site twice, as its settings were and as they were corrected, on one
// database. Its parent turns its clock and runs its jobs, over the channel between them. Arguments: the database, and a
// JSON of both settings.
import { createServer, type LongstripServer } from '../../../app/server.ts';
import { parseSettings } from '../../../server/config.ts';
import { createPool } from '../../../server/db.ts';
import { createLog } from '../../../server/log.ts';
import { createMetrics } from '../../../server/metrics.ts';
import type { Asked, Told } from './histories/site.ts';

const [url = '', given = '{}'] = process.argv.slice(2);
const { before, corrected, secrets, clockMs } = JSON.parse(given);

// The machine's clock jumps, and everything here goes by it.
const RealDate = Date;
let aheadMs: number = clockMs;
globalThis.Date = class extends RealDate {
  constructor(...parts: unknown[]) {
    // A date of parts is none of a clock's.
    if (parts.length > 0) super(...(parts as [number]));
    else super(RealDate.now() + aheadMs);
  }
  static override now(): number {
    return RealDate.now() + aheadMs;
  }
} as DateConstructor; // it is called with `new` alone here

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
const tell = (told: Told) => void process.send?.(told);

process.on('message', (asked: Asked) => {
  if (asked.do === 'clock') {
    aheadMs = asked.aheadMs;
    return tell({ id: asked.id, error: null });
  }
  const job = sites[asked.site].server.jobs.find(({ name }) => name === asked.job);
  const running = job ? job.run(db, new AbortController().signal) : Promise.reject(new Error(`no job ${asked.job}`));
  running.then(
    () => tell({ id: asked.id, error: null }),
    (error: unknown) => tell({ id: asked.id, error: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
tell({ id: 0, error: null, ports: { before: sites.before.port, corrected: sites.corrected.port } });
