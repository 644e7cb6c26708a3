import { loadConfig } from '../server/config.ts';
import { describeFailure } from './operator-error.ts';
import { runServer } from './start.ts';

/** What `npm start` runs once all is installed and built: as `longstrip start`, with the demo in an empty catalogue. */
export async function quickStart(): Promise<number> {
  try {
    const config = loadConfig();
    return await runServer(config, { print: (line) => console.log(line) });
  } catch (error) {
    console.error(describeFailure(error));
    return 1;
  }
}
