import type { CDPSession } from '@playwright/test';

/** An event of Chromium's trace; times in microseconds. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Processor time of this event alone. */
  tdur?: number;
  args?: { name?: string };
}

/** The processor of a cheap phone is slower by this factor. */
const slower = 4;

/**
 * Times each task of the page's main thread while `work` runs: in ms of processor time, as a phone four times slower
 * would need. Unlike the clock, processor time does not count the work of other programs.
 */
export async function timeTasks(session: CDPSession, work: () => Promise<void>): Promise<number[]> {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value) events.push(event as unknown as TraceEvent); // the protocol's types do not describe events
  });
  const isOver = new Promise<void>((resolve) => {
    session.once('Tracing.tracingComplete', () => resolve());
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'], excludedCategories: ['*'] },
  });
  await work();
  await session.send('Tracing.end');
  await isOver;
  return tasksOfPage(events).map((microseconds) => (microseconds * slower) / 1000);
}

/** The busiest main thread is that of the measured page. */
function tasksOfPage(events: readonly TraceEvent[]): number[] {
  const byThread = new Map<string, number[]>();
  for (const { name, pid, tid, args } of events) {
    if (name === 'thread_name' && args?.name === 'CrRendererMain') byThread.set(`${pid} ${tid}`, []);
  }
  for (const { name, pid, tid, tdur } of events) {
    if (name.endsWith('RunTask') && tdur) byThread.get(`${pid} ${tid}`)?.push(tdur);
  }
  const busiest = [...byThread.values()].sort((one, other) => other.length - one.length)[0];
  if (!busiest?.length) throw new Error('The trace names no task of a page');
  return busiest;
}

/** The outcome of a row: the longest task, and the number of tasks. */
export function longestOf(tasks: readonly number[]): { ours: number; reference: null; note: string } {
  const longest = [...tasks].sort((one, other) => other - one).slice(0, 5);
  const note = `the longest of ${tasks.length} tasks: ${longest.map((ms) => ms.toFixed(0)).join(', ')} ms`;
  return { ours: longest[0] ?? Number.NaN, reference: null, note };
}
