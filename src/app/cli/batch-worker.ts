import { runCommandLine } from './cli.ts';

/** The program that works on one import; the server starts it with the import's id and the part that it wants. */
const [, , id = '', wanted] = process.argv;
const plan = wanted === 'plan' ? ['--plan'] : [];
process.exitCode = await runCommandLine(['node', 'longstrip', '--quiet', 'batch', 'work', id, ...plan]);
