// The command line in a process of its own, from the source: for tests that kill it.
import { runCommandLine } from '../cli/cli.ts';

process.exitCode = await runCommandLine(['node', 'longstrip', ...process.argv.slice(2)]);
