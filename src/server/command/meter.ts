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

const TELL_EVERY_MS = 500;

/** Tells the program that started this one how far the work is: a line of JSON, twice a second. */
export function createProgressMeter(output: { write(text: string): unknown }): Meter {
  let toldAt = Number.NEGATIVE_INFINITY;
  let done = 0;
  return {
    say() {},
    count(_task, bytes, total) {
      done += bytes;
      if (performance.now() - toldAt < TELL_EVERY_MS) return;
      toldAt = performance.now();
      output.write(`${JSON.stringify({ progress: [done, total] })}\n`);
    },
    clear() {},
  };
}

/** What a line of `createProgressMeter` tells; null: it is another line. */
export function readProgress(line: string): { done: number; total: number } | null {
  const [, done, total] = /^\{"progress":\[(\d+),(\d+)\]\}$/.exec(line) ?? [];
  return done && total ? { done: Number(done), total: Number(total) } : null;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);
}
