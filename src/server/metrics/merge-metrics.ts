interface Family {
  /** The lines that begin with #. */
  head: string[];
  type: string;
  /** Values by name and labels, in the order of their first appearance. */
  samples: Map<string, number>;
}

/**
 * Gauges that each process reads of the same thing, or that only make sense for one process: the highest counts. All
 * other gauges are amounts, which add up.
 */
const notAdded =
  /(_seconds|_seconds_(min|max|mean|stddev|p\d+)|_info|_max_fds)$|^(disk|payments|ledger|retention|converter|backup)_|^db_reachable$/;

/** One text in Prometheus' format from those of several processes: counts add up, as do amounts. */
export function mergeMetrics(texts: readonly string[]): string {
  const families = new Map<string, Family>();
  for (const text of texts) readInto(families, text);
  return write(families);
}

/** The counts of a text, without its gauges: a process that has ended holds nothing, and its work stays done. */
export function countsIn(text: string): string {
  const families = new Map<string, Family>();
  readInto(families, text);
  return write(new Map([...families].filter(([, { type }]) => type !== 'gauge')));
}

function write(families: ReadonlyMap<string, Family>): string {
  const lines = [...families.values()].flatMap(({ head, samples }) => [
    ...head,
    ...[...samples].map(([name, value]) => `${name} ${value}`),
  ]);
  return `${lines.join('\n')}\n`;
}

function readInto(families: Map<string, Family>, text: string): void {
  const known = new Set(families.keys());
  let name = '';
  let family: Family = { head: [], type: '', samples: new Map() };
  for (const line of text.split('\n')) {
    const [, word, of = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (word) {
      if (of !== name) {
        name = of;
        family = families.get(name) ?? { head: [], type: '', samples: new Map() };
        families.set(name, family);
      }
      if (!known.has(name)) family.head.push(line);
      if (word === 'TYPE') family.type = rest;
    } else if (line !== '') addSample(family, { name, line });
  }
}

function addSample({ type, samples }: Family, { name, line }: { name: string; line: string }): void {
  const end = line.lastIndexOf(' ');
  const sample = line.slice(0, end);
  const value = Number(line.slice(end + 1));
  const earlier = samples.get(sample);
  const isAdded = type !== 'gauge' || !notAdded.test(name);
  if (earlier === undefined || Number.isNaN(earlier)) samples.set(sample, value);
  else if (!Number.isNaN(value)) samples.set(sample, isAdded ? earlier + value : Math.max(earlier, value));
}
