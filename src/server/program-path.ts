import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Where a program that runs beside this process stands: as TypeScript next to the module that asks (its
 * `import.meta.url`), or as a bundle of its own in a build, whose chunks stand one folder deeper.
 */
export function programPath(askedBy: string, program: { source: string; built: string }): string {
  const candidates = askedBy.endsWith('.ts') ? [program.source] : [`./${program.built}`, `../${program.built}`];
  const found = candidates.map((name) => fileURLToPath(new URL(name, askedBy))).find((path) => existsSync(path));
  if (!found) throw new Error(`${program.built} is missing from the build`);
  return found;
}

/** What node wants to be told before it runs such a program. */
export function programArguments(path: string): string[] {
  return path.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : [];
}
