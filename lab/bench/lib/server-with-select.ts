// The whole server, with one more route that answers a row selected by its primary key: the lower bound of every answer
// that queries the database. Its settings come from the environment.
import { createServer } from '../../../src/app/server.ts';
import { loadConfig } from '../../../src/server/config/config.ts';
import { createLog } from '../../../src/server/config/log.ts';
import { createPool } from '../../../src/server/database/db.ts';
import { createMetrics } from '../../../src/server/metrics/metrics.ts';

const config = loadConfig();
if (config.database.kind !== 'external') throw new Error('DATABASE_URL is wanted');
const db = createPool({ url: config.database.url, purpose: 'web' });
const { app } = await createServer({
  config,
  db,
  log: createLog(config.logLevel),
  metrics: createMetrics(),
  addPages({ http }) {
    http.app.get<{ Params: { id: string } }>('/select/:id', async (request) => {
      const { rows } = await db.query<{ id: string; number: number }>(
        { name: 'bench-select', text: 'select id, number, created_at from chapters where id = $1' },
        [request.params.id],
      );
      return { data: { result: rows[0] ?? null } };
    });
  },
});
await app.listen({ host: config.host, port: config.port });
