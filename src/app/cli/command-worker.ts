// The program in which the server runs a command of its own, such as the work on an import, beside itself.
import { Socket } from 'node:net';
import { runCommandLine } from './cli.ts';

// A killed server cannot stop the command; the next server begins the same work anew.
const { stdin } = process;
stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).resume();
if (stdin instanceof Socket) stdin.unref();

process.exitCode = await runCommandLine(['node', 'longstrip', '--quiet', ...process.argv.slice(2)]);
