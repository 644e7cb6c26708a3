import { announce } from '../../../server/command/announce.ts';
import { describeFailure, OperatorError } from '../../../server/command/operator-error.ts';
import { completeSettings, parseSettings } from '../../../server/config/config.ts';
import { createLog } from '../../../server/config/log.ts';
import type { Metrics } from '../../../server/metrics/metrics.ts';
import { serve } from './serve.ts';
import { listenForSignals, quitAtOnce } from './stop.ts';
import type { FromWorker, ToWorker, WorkerFacts } from './worker-words.ts';

/**
 * The program of one of several processes that serve a port. Its database, its place and its migrations are its
 * parent's; when the parent is gone, node ends it.
 */
async function runWorker(): Promise<number> {
  const stop = listenForSignals(quitAtOnce(announce));
  const parent = talkToParent();
  const { url, environment } = await parent.facts;
  const config = completeSettings(parseSettings(environment));
  const log = createLog(config.logLevel);
  try {
    return await serve({
      ...{ config, url, stop, log, shown: parent.shareMetrics },
      onServing: () => parent.say({ kind: 'serving' }),
      onStopping: () => {},
    });
  } catch (error) {
    if (error instanceof OperatorError) parent.say({ kind: 'failed', reason: error.message });
    else log.error({ err: error, event: 'worker failed' }, 'this worker cannot serve');
    return 1;
  }
}

const machineWithinMs = 3_000;

function talkToParent() {
  const say = (word: FromWorker) => void process.send?.(word);
  const asked = new Map<number, (text: string) => void>();
  let own: Metrics | null = null;
  let lastId = 0;

  async function print(metrics: Metrics): Promise<string> {
    lastId += 1;
    const id = lastId;
    const machine = new Promise<string | null>((resolve) => {
      asked.set(id, resolve);
      setTimeout(() => resolve(null), machineWithinMs).unref();
    });
    say({ kind: 'machine wanted', id });
    const text = await machine;
    asked.delete(id);
    return text ?? (await metrics.print());
  }

  const facts = new Promise<WorkerFacts>((resolve) => {
    process.on('message', (word: ToWorker) => {
      if (word.kind === 'serve') resolve(word);
      else if (word.kind === 'machine') asked.get(word.id)?.(word.text);
      else void own?.print().then((text) => say({ kind: 'own metrics', id: word.id, text }));
    });
  });
  say({ kind: 'hello' });
  return {
    facts,
    say,
    /** Metrics that print those of all workers of this machine. */
    shareMetrics(metrics: Metrics): Metrics {
      own = metrics;
      return { ...metrics, print: () => print(metrics) };
    },
  };
}

try {
  process.exit(await runWorker());
} catch (error) {
  announce(describeFailure(error));
  process.exit(1);
}
