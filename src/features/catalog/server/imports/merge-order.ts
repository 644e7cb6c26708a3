const natural = new Intl.Collator('en', { numeric: true });

/**
 * Merges the former order with the given one. The given order holds. An item that is no longer given stays behind its
 * former predecessor; new items are sorted in before it if their names say so.
 */
export function mergeOrder(existing: readonly string[], given: readonly string[]): string[] {
  const isExisting = new Set(existing);
  const isGiven = new Set(given);
  const merged = [...given];
  for (const [index, key] of existing.entries()) {
    if (isGiven.has(key)) continue;
    const predecessor = existing[index - 1];
    let at = predecessor === undefined ? 0 : merged.indexOf(predecessor) + 1;
    for (;;) {
      const next = merged[at];
      if (next === undefined || isExisting.has(next) || natural.compare(next, key) > 0) break;
      at += 1;
    }
    merged.splice(at, 0, key);
  }
  return merged;
}
