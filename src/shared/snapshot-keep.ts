/** The snapshots that stay: the newest of so many hours, days, weeks and months, and so many of the last. */
export interface Keep {
  last: number;
  hourly: number;
  daily: number;
  weekly: number;
  monthly: number;
}

const most = 1000;
const dayMs = 24 * 60 * 60 * 1000;
const none: Keep = { last: 0, hourly: 0, daily: 0, weekly: 0, monthly: 0 };

/** Reads `last=24,daily=14,weekly=8`; null where it is nothing of the kind, or keeps nothing at all. */
export function parseKeep(text: string): Keep | null {
  const keep = { ...none };
  const named = new Set<string>();
  for (const part of text.split(',')) {
    const [, name = '', count = ''] = /^\s*([a-z]+)=(\d{1,4})\s*$/.exec(part) ?? [];
    if (!(name in keep) || named.has(name) || Number(count) > most) return null;
    named.add(name);
    keep[name as keyof Keep] = Number(count); // it is one of its keys
  }
  return Object.values(keep).some((count) => count > 0) ? keep : null;
}

const buckets: Record<Exclude<keyof Keep, 'last'>, (at: Date) => string> = {
  hourly: (at) => at.toISOString().slice(0, 13),
  daily: (at) => at.toISOString().slice(0, 10),
  weekly: (at) => mondayOf(at).toISOString().slice(0, 10),
  monthly: (at) => at.toISOString().slice(0, 7),
};

/** The Monday of its ISO week, in UTC. */
function mondayOf(at: Date): Date {
  const day = Math.floor(at.getTime() / dayMs);
  // The first of January 1970 was a Thursday.
  return new Date((day - ((day + 3) % 7)) * dayMs);
}

/** The snapshots that stay, newest first; the newest of all is always among them (spec: operations.md#snapshots). */
export function chooseKept<T extends { createdAt: Date }>(snapshots: readonly T[], keep: Keep): T[] {
  const newestFirst = [...snapshots].sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
  const kept = new Set(newestFirst.slice(0, Math.max(1, keep.last)));
  for (const [name, bucketOf] of Object.entries(buckets)) {
    const seen = new Set<string>();
    for (const snapshot of newestFirst) {
      const bucket = bucketOf(snapshot.createdAt);
      if (seen.has(bucket)) continue;
      if (seen.size === keep[name as keyof typeof buckets]) break; // its own keys
      seen.add(bucket);
      kept.add(snapshot);
    }
  }
  return newestFirst.filter((snapshot) => kept.has(snapshot));
}
