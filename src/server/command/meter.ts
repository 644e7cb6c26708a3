/** A line of progress on a terminal; prints nothing elsewhere. */
export type Meter = {
  say(what: string): void;
  /** Adds bytes to a task; a new task begins at zero. */
  count(task: string, bytes: number, total: number): void;
  clear(): void;
};

const EVERY_MS = 100;

export function createMeter(terminal: { isTTY?: boolean; write(text: string): unknown }): Meter {
  let shownAt = 0;
  let task = '';
  let done = 0;
  const show = (text: string) => {
    shownAt = performance.now();
    if (terminal.isTTY) terminal.write(`\r\u001b[K${text}`);
  };
  return {
    say: show,
    count(current, bytes, total) {
      done = current === task ? done + bytes : bytes;
      task = current;
      if (performance.now() - shownAt >= EVERY_MS) show(`${task}: ${megabytes(done)} of ${megabytes(total)} MB`);
    },
    clear: () => show(''),
  };
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);
}
