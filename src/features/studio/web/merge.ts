/** A thing with its fields side by side: texts, numbers, lists. */
export type Flat = Readonly<Record<string, unknown>>;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** A field that both sides have changed, each in its own way. */
export interface Clash {
  field: string;
  yours: unknown;
  theirs: unknown;
}

/**
 * Merges two changes of one thing, both made from `base`. A field that only one side has changed gets that side's
 * value. A field that both have changed is a clash, and keeps your value until somebody chooses.
 */
export function merge(base: Flat, yours: Flat, theirs: Flat): { merged: Flat; clashes: Clash[] } {
  const merged: Record<string, unknown> = { ...theirs };
  const clashes: Clash[] = [];
  for (const field of Object.keys(yours)) {
    if (isSame(yours[field], base[field])) continue;
    merged[field] = yours[field];
    const isClash = !isSame(theirs[field], base[field]) && !isSame(theirs[field], yours[field]);
    if (isClash) clashes.push({ field, yours: yours[field], theirs: theirs[field] });
  }
  return { merged, clashes };
}

/** The fields of a thing that differ from how it was. */
export function changesOf(base: Flat, now: Flat): Flat {
  return Object.fromEntries(Object.entries(now).filter(([field, value]) => !isSame(value, base[field])));
}
