import { runCommandLine } from './cli.ts';

/** The program in which the server runs a command of its own, such as the work on an import, beside itself. */
process.exitCode = await runCommandLine(['node', 'longstrip', '--quiet', ...process.argv.slice(2)]);
