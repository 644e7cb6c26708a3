/** A stage of an answer: so many servers, each with one job at a time, take jobs in the order in which they come. */
interface Station {
  free: number;
  waiting: Job[];
  busyMs: number;
}

interface Job {
  beganAt: number;
  isTimed: boolean;
  visits: readonly Visit[];
  /** The index of the visit that it is on. */
  on: number;
}

/** Work of so many milliseconds at a station; without a station it is a delay that nobody has to wait for. */
export interface Visit {
  station: number | null;
  ms: number;
}

/** Jobs come from outside at random (Poisson), or from so many users who each pause, at random too, after an answer. */
export type Arrivals = { perSecond: number } | { users: number; pauseMs: number };

export interface Simulated {
  perSecond: number;
  meanMs: number;
  p99Ms: number;
  /** Of each station the share of its servers' time that was work. */
  busy: number[];
}

/** A number from 0 up to 1. */
export type Draw = () => number;

/** One seed, the same numbers (mulberry32). */
export function drawsOf(seed: number): Draw {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** An exponentially distributed number with this mean. */
export function drawPause(mean: number, draw: Draw): number {
  return -mean * Math.log(1 - draw());
}

/**
 * Follows so many jobs from event to event through the stations; the first fifth only fills them and is not counted.
 * `isTimed` says whose times count, by default those of all.
 */
export function simulate(given: {
  servers: readonly number[];
  arrivals: Arrivals;
  jobs: number;
  seed: number;
  next: (draw: Draw) => readonly Visit[];
  isTimed?: (visits: readonly Visit[]) => boolean;
}): Simulated {
  const { servers, arrivals, jobs, next, isTimed = () => true } = given;
  const draw = drawsOf(given.seed);
  const stations: Station[] = servers.map((free) => ({ free, waiting: [], busyMs: 0 }));
  const events = new Events();
  const times: number[] = [];
  const ignored = Math.floor(jobs / 5);
  let done = 0;
  let countedSince = 0;
  let now = 0;

  function come(at: number): void {
    events.add(at, () => {
      if ('perSecond' in arrivals) come(now + drawPause(1000 / arrivals.perSecond, draw));
      const visits = next(draw);
      go({ beganAt: now, isTimed: isTimed(visits), visits, on: 0 });
    });
  }

  function go(job: Job): void {
    const visit = job.visits[job.on];
    const station = visit && visit.station !== null ? stations[visit.station] : null;
    if (!visit) end(job);
    else if (!station) events.add(now + visit.ms, () => goOn(job));
    else if (station.free > 0) serve(station, job, visit);
    else station.waiting.push(job);
  }

  function serve(station: Station, job: Job, { ms }: Visit): void {
    station.free -= 1;
    station.busyMs += ms;
    events.add(now + ms, () => {
      station.free += 1;
      const following = station.waiting.shift();
      const visitOfIt = following?.visits[following.on];
      if (following && visitOfIt) serve(station, following, visitOfIt);
      goOn(job);
    });
  }

  function goOn(job: Job): void {
    job.on += 1;
    go(job);
  }

  function end({ beganAt, isTimed: counts }: Job): void {
    done += 1;
    if (done === ignored) {
      countedSince = now;
      for (const station of stations) station.busyMs = 0;
    }
    if (done > ignored && counts) times.push(now - beganAt);
    if ('users' in arrivals) come(now + drawPause(arrivals.pauseMs, draw));
  }

  if ('users' in arrivals) for (let user = 0; user < arrivals.users; user += 1) come(drawPause(arrivals.pauseMs, draw));
  else come(0);
  while (done < jobs) {
    const event = events.take();
    now = event.at;
    event.happen();
  }
  times.sort((one, other) => one - other);
  const elapsedMs = now - countedSince;
  return {
    perSecond: (1000 * (done - ignored)) / elapsedMs,
    meanMs: times.reduce((sum, ms) => sum + ms, 0) / times.length,
    p99Ms: times[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN,
    busy: stations.map(({ busyMs }, index) => busyMs / elapsedMs / (servers[index] ?? 1)),
  };
}

interface Event {
  at: number;
  happen: () => void;
}

/** The events that are to happen, the earliest last. They are few at a time: one for each job or user under way. */
class Events {
  readonly #events: Event[] = [];

  add(at: number, happen: () => void): void {
    let [low, high] = [0, this.#events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#events[middle]?.at ?? 0) > at) low = middle + 1;
      else high = middle;
    }
    this.#events.splice(low, 0, { at, happen });
  }

  take(): Event {
    const event = this.#events.pop();
    if (!event) throw new Error('Nothing is to happen any more');
    return event;
  }
}
