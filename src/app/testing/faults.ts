import type { DestinationStream } from 'pino';

/**
 * Takes what a test's server logs, and prints it when that test fails: an answer of 500 alone does not say its cause.
 */
export async function printToFailedTest(): Promise<DestinationStream> {
  if (!process.env.VITEST) return process.stderr;
  const { onTestFailed } = await import('vitest');
  return {
    write(line) {
      const print = () => console.error(describeLine(line));
      try {
        onTestFailed(print);
      } catch {
        print(); // no test runs now, but a hook
      }
    },
  };
}

function describeLine(line: string): string {
  const { msg, err } = JSON.parse(line) as { msg?: string; err?: { stack?: string } }; // as pino writes it
  return err?.stack ? `${msg}: ${err.stack}` : line;
}
