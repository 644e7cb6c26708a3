/**
 * A chapter's key is a path: its volumes, then the chapter. Each step is a number with a name (`n:3 the storm`), or a
 * name alone. A name has no slash, and begins with a number only where that number has its mark.
 */
const numberAndName = /^([nv]:[^\s/]+) .*$/u;

function withoutName(step: string): string {
  return step.replace(numberAndName, '$1');
}

/** A chapter's name without its number, which an inserted file changes: of `n:4 04 author ill` it is `author ill`. */
export function nameOfKey(key: string): string {
  return ownStep(key).replace(/^[nvt]:(?:\d\S*\s+)*/u, '');
}

function ownStep(key: string): string {
  return key.split('/').at(-1) ?? '';
}

type Reading = (volumes: string[], own: string) => string;

const whole: Reading = (volumes, own) => [...volumes, own].join('/');

/** Whether a given chapter may be the known one although its own name is another. */
type MayBe = (given: string, known: string) => boolean;

/** Ways to read a key, from those that identify a chapter best to those that ignore names. */
const readings: Reading[] = [
  whole,
  (volumes, own) => whole(volumes, withoutName(own)),
  (volumes, own) => whole(volumes.map(withoutName), own),
  (volumes, own) => whole(volumes.map(withoutName), withoutName(own)),
];

/**
 * Finds the known keys for the given ones. `mayBe` decides about two chapters of one number and different names. The number identifies a chapter, whatever its name is now. Among several
 * chapters with one number the name decides, so that no chapter gets the position and the likes of another.
 */
export function findKnownKeys(
  given: readonly string[],
  known: readonly string[],
  mayBe: MayBe = () => true,
): Map<string, string> {
  const found = new Map<string, string>();
  const open = new Set(known);
  for (const reading of readings) {
    const read = (key: string) => reading(key.split('/').slice(0, -1), ownStep(key));
    const waiting = new Map<string, string[]>();
    for (const key of open) waiting.set(read(key), [...(waiting.get(read(key)) ?? []), key]);
    for (const key of given) {
      const candidates = found.has(key) ? [] : (waiting.get(read(key)) ?? []);
      const at = candidates.findIndex((match) => ownStep(match) === ownStep(key) || mayBe(key, match));
      const [match] = at < 0 ? [] : candidates.splice(at, 1);
      if (match === undefined) continue;
      found.set(key, match);
      open.delete(match);
    }
  }
  return found;
}
