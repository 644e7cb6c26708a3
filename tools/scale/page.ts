import type { Compared, Measured } from './measured.ts';
import { assumptions, mostChaptersInFolder, type Plan } from './plan.ts';
import type { Prices } from './prices.ts';

export interface Worked {
  measured: Measured;
  compared: readonly Compared[];
  /** The farthest that the simulation is from M/M/c. */
  fromTheory: number;
  plans: readonly Plan[];
  prices: Prices;
}

/** The page that the command writes. */
export function pageOf({ measured, compared, fromTheory, plans, prices }: Worked): string {
  const { currency } = prices;
  const money = (amount: number) => round(amount);
  return `# Scale

Written by \`npm run -s scale\`; do not edit. It works out the machines, bytes and cost of a site from two files: the figures
that \`npm run -s bench\` keeps (\`bench/figures.json\`), and prices (\`bench/prices.json\`, or \`--prices FILE\` of the same form).
It writes nothing where the simulation behind it is far from theory or from what was measured.

## What a site needs

${table(
  [
    'readers a month',
    'CDN',
    'web machines',
    'database machines',
    'pictures',
    'stored',
    'database',
    'sent a month',
    `${currency} a month`,
  ],
  plans.map((plan) => [
    round(plan.readers),
    yes(plan.cdn),
    `${plan.web_machines} × ${plan.machine}`,
    plan.database_machines === 0 ? 'on the web machine' : String(plan.database_machines),
    plan.media === 's3' ? 'S3' : 'a folder',
    bytes(plan.storage_gb),
    bytes(plan.database_gb),
    bytes(plan.bytes_gb),
    money(plan.cost.total),
  ]),
)}

- **Above ${round(mostChaptersInFolder)} chapters keep the pictures on S3** (\`MEDIA_STORE=s3://…\`), on one machine too. An image
  costs up to 10 inodes, and a file system with hundreds of millions of files takes days to check, copy or move. So do
  several web machines, which must read the same pictures.
- Of several database machines one is the primary, the others are replicas (\`DATABASE_REPLICA_URL\`).
- One process more runs the jobs (\`ROLE=jobs\`); it fits on any of the machines.

## The cost

${table(
  [
    'readers a month',
    'CDN',
    'machines',
    'storage and backup',
    'traffic',
    `together, ${currency}`,
    `of a reader, ${currency}`,
  ],
  plans.map(({ readers, cdn, cost }) => [
    round(readers),
    yes(cdn),
    money(cost.machines),
    money(cost.storage),
    money(cost.traffic),
    money(cost.total),
    (cost.total / readers).toFixed(4),
  ]),
)}

## What gives way first

In the busiest minutes, and as the simulation has it. A resource is planned to be busy by ${100 * assumptions.mostBusy} % at most.

${table(
  [
    'readers a month',
    'CDN',
    'requests/s',
    'images/s',
    'processes',
    'database',
    'network',
    'p99',
    'gives way first',
    'at readers a month',
  ],
  plans.map((plan) => [
    round(plan.readers),
    yes(plan.cdn),
    round(plan.requests_per_second),
    round(plan.images_per_second),
    percent(plan.busy.processes),
    percent(plan.busy.database),
    percent(plan.busy.network),
    `${plan.p99_ms.toFixed(1)} ms`,
    plan.gives_way_first,
    round(plan.bears_readers),
  ]),
)}

Where processes give way, add web machines; where the network does, put a CDN before the images (\`MEDIA_PUBLIC_URL\`); where
the database does, add replicas. The primary alone takes all writes: a larger machine is what helps there.

## The simulation

Answers go through processes, each of which does one thing at a time, and then through the cores of the database. Their times
were measured on ${measured.date} (${measured.machine}), in the rows \`visits\` and \`hot-image\` of [the benchmarks](benchmarks.md).

${table(
  ['a request of a visit', 'times a visit', 'of a process', 'of the database', 'bytes'],
  Object.entries(measured.kinds).map(([name, kind]) => [
    `\`${name}\``,
    String(kind.weight),
    `${kind.serviceMs.toFixed(2)} ms`,
    `${kind.databaseMs.toFixed(2)} ms`,
    round(kind.bytes),
  ]),
)}

An image takes ${measured.imageMs.toFixed(2)} ms of a process from its memory, and at most ${measured.coldImageMs.toFixed(1)} ms from a disk (row
\`image-s3-cold\`). Of a queue M/M/c with 1 to 8 servers, 50 to 90 % busy, the mean times are at
most ${(100 * fromTheory).toFixed(1)} % from theory (at most 3 % are allowed). Of one process under the same users it was, beside what was
measured (at most 20 % are allowed):

${table(
  ['figure', 'measured', 'simulated', 'off'],
  compared.map(({ what, measured: seen, simulated, off }) => [
    `\`${what}\``,
    seen.toFixed(1),
    simulated.toFixed(1),
    `${(100 * off).toFixed(1)} %`,
  ]),
)}

\`full\`: ${measured.full.users} connections that ask again at once. \`busy\`: ${measured.busy.users} readers who pause for ${Math.round(measured.busy.pauseMs)} ms.

## Assumptions

- A reader makes ${assumptions.visitsOfReader} visits a month. A visit is the requests above, and ${assumptions.imagesOfChapter} images a chapter of ${bytes(assumptions.imageBytes / 1e9)} each.
- The busiest hour has ${percent(assumptions.shareOfBusiestHour)} of a day's visits, its busiest minutes ${assumptions.burst} times its mean.
- No answer but the home page's is found in a cache; a CDN has ${percent(assumptions.cdnHits)} of the images, and nothing else.
- A process has ${percent(assumptions.hotImages)} of the images that readers ask it for in its memory, and none of those that a CDN asks for.
- Of disks only the room is counted, of encryption (TLS) and of a balancer before several machines nothing.
- The p99 is that of requests without images.
- An image is stored with ${bytes(assumptions.storedBytesOfImage / 1e9)}, original and variants. A chapter takes ${assumptions.databaseBytesOfChapter} bytes of the database, a reader ${assumptions.databaseBytesOfReader}.
- Backups keep everything once more, in object storage. Two machines of a kind are the least where one does not do.
- A core of the priced machines is as fast as one of the measured machine. Several of its processes do not slow each other.
- Catalogues: ${[...new Set(plans.map(({ readers, chapters }) => `${round(chapters)} chapters for ${round(readers)} readers`))].join(', ')}.

## Prices

Of ${prices.date}, in ${currency}. ${prices.remark}

${prices.small ? `- A small machine: ${prices.small.name}, ${prices.small.cores} cores, ${prices.small.network_gbit} Gbit/s, ${prices.small.month} a month (${prices.small.source}).\n` : ''}- A web machine: ${prices.machine.name}, ${prices.machine.cores} cores, ${prices.machine.network_gbit} Gbit/s, ${prices.machine.month} a month (${prices.machine.source}).
- A database machine: ${prices.database.name}, ${prices.database.cores} cores, ${prices.database.month} a month (${prices.database.source}).
- A gigabyte and month on a disk: ${prices.disk.gb_month} (${prices.disk.source}).
- A gigabyte and month of objects: ${prices.object_storage.gb_month}, a million reads ${prices.object_storage.million_reads} (${prices.object_storage.source}).
- A gigabyte sent: ${tiersOf(prices.egress.tiers)} (${prices.egress.source}).
- A gigabyte sent by the CDN: ${tiersOf(prices.cdn.tiers)}, a million requests ${prices.cdn.million_requests} (${prices.cdn.source}).
`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function tiersOf(tiers: Prices['egress']['tiers']): string {
  const [first, last] = [tiers[0]?.each_gb, tiers.at(-1)?.each_gb];
  return first === last ? `${first}` : `${first} at first, ${last} of very much`;
}

function yes(is: boolean): string {
  return is ? 'yes' : 'no';
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(2))} %`;
}

function round(value: number): string {
  const rounded = value >= 100 ? Math.round(value) : Number(value.toPrecision(2));
  return rounded.toLocaleString('en-US');
}

function bytes(gigabytes: number): string {
  const units = ['kB', 'MB', 'GB', 'TB', 'PB'];
  const place = Math.min(4, Math.max(0, Math.floor(Math.log10(Math.max(gigabytes, 1e-6)) / 3 + 2)));
  return `${Number((gigabytes / 1000 ** (place - 2)).toPrecision(3))} ${units[place]}`;
}
