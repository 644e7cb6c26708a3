// A separate process for embedded-postgres.test.ts: joins the database of a folder, and leaves it at SIGTERM.
import { joinEmbeddedDatabase } from '../embedded/postgres.ts';

const [directory = ''] = process.argv.slice(2);
try {
  const database = await joinEmbeddedDatabase({ directory });
  const stay = setInterval(() => {}, 60_000);
  process.once('SIGTERM', async () => {
    await database.leave();
    clearInterval(stay);
  });
  console.log(database.url);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
