/**
 * Loads code and starts its work; the returned function ends the work, or prevents its start. Without a connection the
 * code does not load: its work must be able to wait for the next page.
 */
export function startLate(load: () => Promise<() => () => void>): () => void {
  let end: (() => void) | undefined;
  let isOver = false;
  load().then(
    (start) => {
      if (!isOver) end = start();
    },
    () => {},
  );
  return () => {
    isOver = true;
    end?.();
  };
}
