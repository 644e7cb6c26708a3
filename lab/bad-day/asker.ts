// `tsx lab/bad-day/asker.ts`: asks steadily in a process of its own, so that what else a day does in its process makes no
// answer late. It takes an `Asking` as its message and says that it has begun; at the next message it sends its samples.

import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { askSteadily } from './load.ts';
import { Site } from './site.ts';

export interface Asking {
  port: number;
  perSecond: number;
  /** The questions, by turns; `#` stands for the number of the question. */
  questions: readonly { kind: string; path: string; headers?: Record<string, string> }[];
}

/** The first answers find this process's code not compiled yet, and are not counted. */
const warmUpMs = 5000;

async function ask({ port, perSecond, questions }: Asking): Promise<void> {
  const site = new Site({ dataDir: '', port });
  const start = () =>
    askSteadily(site, {
      perSecond,
      next(count) {
        const question = questions[count % questions.length] ?? { kind: 'none', path: '/' };
        return { ...question, path: question.path.replace('#', String(count)) };
      },
    });
  const first = start();
  await pause(warmUpMs);
  await first.stop();
  const asking = start();
  process.send?.('begun');
  await once(process, 'message');
  const samples = await asking.stop();
  process.send?.(samples, () => process.disconnect());
}

process.once('message', (asking: Asking) => void ask(asking));
process.once('disconnect', () => process.exit());
