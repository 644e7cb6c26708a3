import { drawPause, simulate } from './simulate.ts';

/** A queue M/M/c: so many servers of 1 ms in the mean, and the share of their time that is work. */
export interface Theory {
  servers: number;
  load: number;
}

export const theories: readonly Theory[] = [1, 2, 8].flatMap((servers) =>
  [0.5, 0.7, 0.9].map((load) => ({ servers, load })),
);

/** The mean wait in a queue M/M/c, in units of a job's mean work (Erlang's C formula). */
export function waitOfTheory({ servers, load }: Theory): number {
  const offered = servers * load;
  let lost = 1; // Erlang's B formula, from server to server
  for (let server = 1; server <= servers; server += 1) lost = (offered * lost) / (server + offered * lost);
  const waits = lost / (1 - load * (1 - lost));
  return waits / (servers * (1 - load));
}

/** The farthest that a simulated mean time of an answer is from its theory, as a share of the theory. */
export function farthestFromTheory(given: readonly Theory[] = theories): number {
  return Math.max(
    ...given.map((theory) => {
      const { meanMs } = simulate({
        servers: [theory.servers],
        arrivals: { perSecond: 1000 * theory.servers * theory.load },
        // The fuller a queue, the longer it remembers: more jobs then.
        jobs: Math.round(50_000 / (1 - theory.load)),
        seed: 2,
        next: (draw) => [{ station: 0, ms: drawPause(1, draw) }],
      });
      return Math.abs(meanMs / (1 + waitOfTheory(theory)) - 1);
    }),
  );
}
