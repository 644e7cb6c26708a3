/**
 * The results of `work` in the order of the items, while the work on up to `atOnce` of them is under way; throws what the
 * work on an item threw, in that item's turn.
 */
export async function* workAhead<T, R>(
  items: Iterable<T>,
  { atOnce, work }: { atOnce: number; work: (item: T) => Promise<R> },
): AsyncGenerator<R> {
  const left = items[Symbol.iterator]();
  const underWay: { result: Promise<R> }[] = [];
  const begin = () => {
    const { done, value } = left.next();
    if (done) return;
    const result = work(value);
    result.catch(() => {}); // it is thrown in its turn
    underWay.push({ result });
  };
  try {
    for (let begun = 0; begun < atOnce; begun += 1) begin();
    for (let [first] = underWay; first; [first] = underWay) {
      yield await first.result;
      underWay.shift();
      begin();
    }
  } finally {
    await Promise.allSettled(underWay.map(({ result }) => result));
  }
}
