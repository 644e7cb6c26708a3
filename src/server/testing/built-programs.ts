import { join } from 'node:path';
import { packageRoot } from '../process/package-root.ts';
import { programArguments as argumentsOf } from '../process/program-path.ts';

/** In place of those of program-path.ts: a program of the build starts in a third of the time, and tests start many. */
export const programArguments = argumentsOf;

export function programPath(_askedBy: string, { built }: { source: string; built: string }): string {
  return join(packageRoot, 'dist', 'server', built);
}
