import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Figures of the jobs, by name. */
export interface JobFigures {
  /** Counts a successful run that took `seconds`. */
  countSuccess(job: string, seconds: number): void;
  countFailure(job: string, seconds: number): void;
  /** Whether this process runs the jobs at this moment. */
  setLeader(isLeader: boolean): void;
}

/** From a check of an empty queue to an hour of encoding. */
const secondsBuckets = [0.01, 0.1, 1, 10, 60, 600, 3600];

export function createJobFigures(registry: Registry): JobFigures {
  const common = { labelNames: ['job'] as const, registers: [registry] };
  const durations = new Histogram({
    ...common,
    name: 'job_duration_seconds',
    help: 'How long runs of a job took',
    buckets: secondsBuckets,
  });
  const failures = new Counter({ ...common, name: 'job_failures_total', help: 'Runs of a job that failed' });
  const lastSuccess = new Gauge({
    ...common,
    name: 'job_last_success_timestamp_seconds',
    help: 'When a run of a job last ended well in this process',
  });
  const leader = new Gauge({
    name: 'jobs_leader',
    help: '1 where the jobs of the site run in this process, else 0',
    registers: [registry],
  });
  return {
    setLeader: (isLeader) => leader.set(isLeader ? 1 : 0),
    countSuccess(job, seconds) {
      durations.observe({ job }, seconds);
      failures.inc({ job }, 0);
      lastSuccess.setToCurrentTime({ job });
    },
    countFailure(job, seconds) {
      durations.observe({ job }, seconds);
      failures.inc({ job });
    },
  };
}
