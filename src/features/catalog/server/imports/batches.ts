/**
 * Divides items into lists whose sizes together stay within a limit; an item larger than the limit gets its own list.
 */
export function inBatches<T>(items: readonly T[], bounds: { sizeOf: (item: T) => number; limit: number }): T[][] {
  const batches: T[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const own = bounds.sizeOf(item);
    if (size + own > bounds.limit) {
      batches.push([]);
      size = 0;
    }
    batches.at(-1)?.push(item);
    size += own;
  }
  return batches;
}
