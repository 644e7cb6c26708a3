/** Does the work for one user after another, whether or not it fails for some; then it rejects with all failures. */
export async function forEachUser<Due extends { userId: string }>(
  all: readonly Due[],
  work: (due: Due) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const failed = new Map<string, unknown>();
  for (const due of all) {
    if (signal?.aborted) break;
    await work(due).catch((error: unknown) => failed.set(due.userId, error));
  }
  if (failed.size > 0)
    throw new AggregateError([...failed.values()], `It failed for users ${[...failed.keys()].join(', ')}`);
}
