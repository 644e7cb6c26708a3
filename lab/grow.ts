// `npm run -s grow -- --books N`: fills an empty site with made-up books, readings and users, for tests and
// measurements at size. One seed gives the same books.
import { describeFailure } from '../src/server/command/operator-error.ts';
import { loadConfig } from '../src/server/config/config.ts';
import { grow, readAsked, refuseProduction } from './grow/command.ts';

try {
  const { isJson, ...asked } = readAsked(process.argv.slice(2));
  // Checked first, since production requires further settings.
  refuseProduction(process.env.NODE_ENV);
  const started = performance.now();
  const onProgress = (what: string) =>
    console.error(`${((performance.now() - started) / 1000).toFixed(1).padStart(8)} s  ${what}`);
  const grown = await grow(loadConfig(), { asked, onProgress });
  const { books, chapters, events, likes, users, seconds } = grown;
  if (isJson) console.log(JSON.stringify(grown));
  else
    console.log(
      `${books} books, ${chapters} chapters, ${events} events, ${likes} likes, ${users} users in ${seconds} s.`,
    );
} catch (error) {
  console.error(describeFailure(error));
  process.exitCode = 1;
}
