/**
 * A chapter's key is a path: its volumes, then the chapter. Each step is a number with a name (`n:3 the storm`), or a
 * name alone. A name has no slash, and begins with a number only where that number has its mark.
 */
const numberAndName = /^([nv]:[^\s/]+) .*$/u;

function withoutName(step: string): string {
  return step.replace(numberAndName, '$1');
}

type Reading = (volumes: string[], own: string) => string;

const whole: Reading = (volumes, own) => [...volumes, own].join('/');

/** From the readings that identify a chapter best to those that allow a new name. */
const readings: Reading[] = [
  whole,
  (volumes, own) => whole(volumes, withoutName(own)),
  (volumes, own) => whole(volumes.map(withoutName), own),
  (volumes, own) => whole(volumes.map(withoutName), withoutName(own)),
];

/**
 * Finds the known keys for the given ones. The number identifies a chapter, whatever its name is now. Among several
 * chapters with one number the name decides, so that no chapter gets the position and the likes of another.
 */
export function findKnownKeys(given: readonly string[], known: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  const open = new Set(known);
  for (const reading of readings) {
    const read = (key: string) => {
      const steps = key.split('/');
      return reading(steps.slice(0, -1), steps.at(-1) ?? '');
    };
    const waiting = new Map<string, string[]>();
    for (const key of open) waiting.set(read(key), [...(waiting.get(read(key)) ?? []), key]);
    for (const key of given) {
      const match = found.has(key) ? undefined : waiting.get(read(key))?.shift();
      if (match === undefined) continue;
      found.set(key, match);
      open.delete(match);
    }
  }
  return found;
}
