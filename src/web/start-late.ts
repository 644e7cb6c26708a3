/**
 * Loads code and starts what it does; the answer ends that, be the code there by then or not. Without a connection the
 * code does not come: what it would have done must be able to wait for the next page.
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
