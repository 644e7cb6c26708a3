import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { packageRoot } from '../../../../server/process/package-root.ts';

export type Asked =
  | { id: number; do: 'clock'; aheadMs: number }
  | { id: number; do: 'job'; site: 'before' | 'corrected'; job: string };
export interface Answer {
  id: number;
  error: string | null;
  ports?: { before: number; corrected: number };
}

/** One process that serves, and that a test may kill at any moment. */
export interface Site {
  /** Null while it is dead. */
  addressOf(settings: 'before' | 'corrected'): string | null;
  setClock(aheadMs: number): Promise<void>;
  runJob(job: string, settings?: 'before' | 'corrected'): Promise<void>;
  /** Kill -9; resolves before another process replaces it. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

const program = 'src/features/payments/testing/run-histories-site.ts';

export async function startSite(given: {
  url: string;
  settings: { before: Record<string, string>; corrected: Record<string, string>; secrets: Record<string, string> };
}): Promise<Site> {
  let aheadMs = 0;
  let asked = 0;
  let live = await begin();
  let coming: Promise<void> | null = null;

  async function begin(): Promise<{ child: ChildProcess; ports: { before: number; corrected: number } | null }> {
    const settings = JSON.stringify({ ...given.settings, clockMs: aheadMs });
    const child = spawn(process.execPath, ['--import', 'tsx', program, given.url, settings], {
      cwd: packageRoot,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const [first]: Answer[] = await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => Promise.reject(new Error('A site ended before it served'))),
    ]);
    return { child, ports: first?.ports ?? null };
  }

  function ask(wanted: { do: 'clock'; aheadMs: number } | { do: 'job'; site: 'before' | 'corrected'; job: string }) {
    asked += 1;
    const id = asked;
    const { child } = live;
    return new Promise<void>((resolve, reject) => {
      const onExit = () => reject(new Error('The site died over it'));
      const onMessage = (answer: Answer) => {
        if (answer.id !== id) return;
        child.off('message', onMessage).off('exit', onExit);
        if (answer.error === null) resolve();
        else reject(new Error(answer.error));
      };
      child.on('message', onMessage).once('exit', onExit);
      child.send({ id, ...wanted });
    });
  }

  return {
    addressOf: (settings) => (live.ports ? `http://127.0.0.1:${live.ports[settings]}` : null),
    async setClock(ms) {
      aheadMs = ms;
      if (live.ports) await ask({ do: 'clock', aheadMs: ms });
    },
    runJob: (job, site = 'corrected') => ask({ do: 'job', site, job }),
    async kill() {
      await coming;
      live.ports = null;
      await kill(live.child);
      coming = begin().then(async (next) => {
        const { ports } = next;
        live = { child: next.child, ports: null };
        let sentMs: number;
        do {
          sentMs = aheadMs; // it may jump meanwhile
          await ask({ do: 'clock', aheadMs: sentMs });
        } while (sentMs !== aheadMs);
        live.ports = ports;
      });
    },
    async stop() {
      await coming;
      await kill(live.child);
    },
  };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
