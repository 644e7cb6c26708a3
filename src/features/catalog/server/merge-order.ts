const natural = new Intl.Collator('en', { numeric: true });

/**
 * The order of what was there and what is now given: the given order holds, and what is no longer given keeps its
 * place behind its former predecessor, with new items sorted in before it where their names say so.
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
