import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The path of a program that runs beside this process. `askedBy` is the `import.meta.url` of the calling module. Run
 * from source, the program is TypeScript next to that module; in a build it is a bundle, beside the calling one or in
 * the folder above.
 */
export function programPath(askedBy: string, program: { source: string; built: string }): string {
  const candidates = askedBy.endsWith('.ts') ? [program.source] : [`./${program.built}`, `../${program.built}`];
  const found = candidates.map((name) => fileURLToPath(new URL(name, askedBy))).find((path) => existsSync(path));
  if (!found) throw new Error(`${program.built} is missing from the build`);
  return found;
}

/** The options of node for such a program. */
export function programArguments(path: string): string[] {
  return path.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : [];
}
