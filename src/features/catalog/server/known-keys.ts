/**
 * A chapter's key is a path of its volumes and itself. Each step is a number with the name behind it (`n:3 the storm`),
 * or a name alone; names have neither a slash nor, before them, a number without its mark.
 */
const numberAndName = /^([nv]:[^\s/]+) .*$/u;

function withoutName(step: string): string {
  return step.replace(numberAndName, '$1');
}

type Reading = (volumes: string[], own: string) => string;

const whole: Reading = (volumes, own) => [...volumes, own].join('/');

/** From what tells most of a chapter to what may have been renamed altogether. */
const readings: Reading[] = [
  whole,
  (volumes, own) => whole(volumes, withoutName(own)),
  (volumes, own) => whole(volumes.map(withoutName), own),
  (volumes, own) => whole(volumes.map(withoutName), withoutName(own)),
];

/**
 * For given keys the known ones they stand for. The number tells a chapter, whatever it is called now; among several
 * with one number the name does, so that none ever takes the place, and the likes, of another that comes or goes.
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
