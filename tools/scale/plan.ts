import { createCourse, type Kind, type Measured } from './measured.ts';
import { type Prices, priceOf } from './prices.ts';
import { type Simulated, simulate } from './simulate.ts';

/** Figures that no measurement gives. */
export const assumptions = {
  visitsOfReader: 8,
  imagesOfChapter: 20,
  imageBytes: 150_000,
  /** Of a day's visits. */
  shareOfBusiestHour: 0.1,
  /** The busiest minutes of that hour, when a hit's chapter comes out, beside its mean. */
  burst: 3,
  /** The share of images that a CDN has. */
  cdnHits: 0.95,
  /** The share of images that a process has in its memory; of those that a CDN asks for, none. */
  hotImages: 0.5,
  /** An image is kept as an original with its variants. */
  storedBytesOfImage: 1_500_000,
  /** A grown site of 20 million chapters takes 21 GB. */
  databaseBytesOfChapter: 1050,
  databaseBytesOfReader: 2000,
  /** Everything is kept once more, in backups. */
  copies: 2,
  /** The most that cores and networks are to be busy in the busiest minutes. */
  mostBusy: 0.7,
  mostP99Ms: 250,
} as const;

export interface Size {
  readers: number;
  chapters: number;
}

export const sizes: readonly Size[] = [
  { readers: 10_000, chapters: 4000 },
  { readers: 1_000_000, chapters: 200_000 },
  { readers: 100_000_000, chapters: 3_000_000 },
];

/** Above so many chapters their files are too many for a file system that one machine looks after. */
export const mostChaptersInFolder = 2_000_000;

export interface Plan {
  readers: number;
  chapters: number;
  cdn: boolean;
  /** In the busiest minutes. */
  requests_per_second: number;
  images_per_second: number;
  web_machines: number;
  /** The name of a web machine. */
  machine: string;
  /** A primary and its replicas; 0: PostgreSQL on the only web machine. */
  database_machines: number;
  media: 'folder' | 's3';
  storage_gb: number;
  database_gb: number;
  /** To readers, in a month. */
  bytes_gb: number;
  cost: { machines: number; storage: number; traffic: number; total: number };
  p99_ms: number;
  /** The share of each that is busy in the busiest minutes. */
  busy: Record<Resource, number>;
  gives_way_first: Resource;
  /** So many readers a month make that resource as busy as it may be, on these machines. */
  bears_readers: number;
}

type Resource = 'processes' | 'database' | 'network';

interface Rates {
  requests: number;
  images: number;
  bytes: number;
  /** The work of one image, in ms. */
  imageMs: number;
  /** The work in ms of each second. */
  processMs: number;
  databaseMs: number;
}

const secondsOfHour = 3600;
const daysOfMonth = 30.4;
const gb = 1e9;

/** The machines, storage, bytes and cost of a site of this size. */
export function planFor(
  { readers, chapters }: Size,
  { cdn, measured, prices }: { cdn: boolean; measured: Measured; prices: Prices },
): Plan {
  const a = assumptions;
  const visits = ((readers * a.visitsOfReader) / daysOfMonth) * (a.shareOfBusiestHour / secondsOfHour) * a.burst;
  const rates = ratesOf(visits, { cdn, measured });
  const fleet = fleetFor(rates, { measured, prices });
  const storage_gb = (chapters * a.imagesOfChapter * a.storedBytesOfImage) / gb;
  const database_gb = (chapters * a.databaseBytesOfChapter + readers * a.databaseBytesOfReader) / gb;
  const media = fleet.web > 1 || chapters > mostChaptersInFolder ? 's3' : 'folder';
  const ofMonth = readers * a.visitsOfReader;
  const all = ratesOf(1, { cdn: false, measured });
  const bytes_gb = (ofMonth * all.bytes) / gb;
  const { busy } = fleet;
  const first = (Object.keys(busy) as Resource[]).reduce((one, other) => (busy[other] > busy[one] ? other : one)); // its keys
  const cost = costOf({
    fleet,
    media,
    storage_gb,
    database_gb,
    bytes_gb,
    cdn,
    prices,
    requests: ofMonth * (all.requests + all.images),
    imagesOfOrigin: ofMonth * all.images * (cdn ? 1 - a.cdnHits : 1),
  });
  return {
    readers,
    chapters,
    cdn,
    requests_per_second: rates.requests,
    images_per_second: rates.images,
    web_machines: fleet.web,
    machine: fleet.machine.name,
    database_machines: fleet.database,
    media,
    storage_gb,
    database_gb,
    bytes_gb,
    cost,
    p99_ms: fleet.p99Ms,
    busy,
    gives_way_first: first,
    bears_readers: (readers * a.mostBusy) / busy[first],
  };
}

/** The load that so many visits a second bring to the site's own machines. */
function ratesOf(visits: number, { cdn, measured }: { cdn: boolean; measured: Measured }): Rates {
  const kinds = Object.values(measured.kinds);
  const of = (figure: (kind: Kind) => number) => kinds.reduce((sum, kind) => sum + kind.weight * figure(kind), 0);
  const chapters = measured.kinds.chapter?.weight ?? 0;
  const images = visits * chapters * assumptions.imagesOfChapter * (cdn ? 1 - assumptions.cdnHits : 1);
  const { imageMs: hotMs, coldImageMs: coldMs } = measured;
  const { hotImages } = assumptions;
  const imageMs = cdn ? coldMs : hotImages * hotMs + (1 - hotImages) * coldMs;
  return {
    requests: visits * of(() => 1),
    images,
    imageMs,
    bytes: visits * of(({ bytes }) => bytes) + images * assumptions.imageBytes,
    processMs: visits * of(({ serviceMs }) => serviceMs) + images * imageMs,
    databaseMs: visits * of(({ databaseMs }) => databaseMs),
  };
}

type Machine = Prices['machine'];

interface Fleet {
  web: number;
  machine: Machine;
  database: number;
  busy: Record<Resource, number>;
  p99Ms: number;
}

interface Given {
  measured: Measured;
  prices: Prices;
}

/** The fewest machines that bear these rates, by sums first, then by simulation. */
function fleetFor(rates: Rates, given: Given): Fleet {
  const { small, machine: usual, database } = given.prices;
  const { mostBusy, mostP99Ms } = assumptions;
  const bits = 8 * rates.bytes;
  const needed = (work: number, each: number) => Math.ceil(work / (each * mostBusy));
  const [processes, databaseCores] = [rates.processMs / 1000, rates.databaseMs / 1000];
  const mayDoAlone = ({ cores, network_gbit: gbit }: Machine) => {
    const { forProcesses, forDatabase } = partsOf(cores);
    const [mostBits, isEnough] = [gbit * 1e9 * mostBusy, processes <= forProcesses * mostBusy];
    return isEnough && databaseCores <= forDatabase * mostBusy && bits <= mostBits;
  };
  const tryFleet = ({ web, databases, machine }: { web: number; databases: number; machine: Machine }): Fleet => {
    const { p99Ms, busy } = follow(rates, { web, databases, machine }, given);
    const network = bits / (web * machine.network_gbit * 1e9);
    return { web, machine, database: databases, p99Ms, busy: { ...busy, network } };
  };
  for (const machine of [small, usual]) {
    const alone = machine && mayDoAlone(machine) ? tryFleet({ web: 1, databases: 0, machine }) : null;
    if (alone && alone.p99Ms <= mostP99Ms) return alone;
  }
  // Two of each where one machine does not do: a machine may die.
  const databases = Math.max(2, needed(databaseCores, database.cores));
  let web = Math.max(2, needed(processes, usual.cores), needed(bits, usual.network_gbit * 1e9));
  for (;;) {
    const fleet = tryFleet({ web, databases, machine: usual });
    if (fleet.p99Ms <= mostP99Ms || web > 10_000) return fleet;
    web += Math.ceil(web / 10);
  }
}

/** On the only machine half of the cores are the database's. */
function partsOf(cores: number): { forProcesses: number; forDatabase: number } {
  return { forProcesses: Math.ceil(cores / 2), forDatabase: Math.max(1, Math.floor(cores / 2)) };
}

/** Processes begin at different places of the measured course. */
const apart = 997;

/** Follows answers through all processes, each of which gets its questions by chance, and the cores of the databases. */
function follow(
  rates: Rates,
  { web, databases, machine }: { web: number; databases: number; machine: Machine },
  { measured, prices: { database } }: Given,
): { p99Ms: number; busy: { processes: number; database: number } } {
  const { forProcesses, forDatabase } = partsOf(machine.cores);
  const processes = databases === 0 ? forProcesses : web * machine.cores;
  const cores = databases === 0 ? forDatabase : databases * database.cores;
  const visits = createCourse(measured);
  const places = Array.from({ length: processes }, (_, n) => ({ at: (n * apart) % measured.full.gapsMs.length }));
  const image = [{ station: 0, ms: rates.imageMs }];
  const shareOfImages = rates.images / (rates.images + rates.requests);
  const servers = [...Array.from({ length: processes }, () => 1), cores];
  const { p99Ms, busy }: Simulated = simulate({
    servers,
    arrivals: { perSecond: rates.requests + rates.images },
    jobs: 100_000,
    seed: 1,
    // Images are many and short: with them the times would say little of what readers wait for.
    isTimed: (course) => course.length > image.length,
    next: (draw) => {
      const own = Math.floor(draw() * processes);
      const placeOf = (station: number | null) => (station === 0 ? own : station === null ? null : processes);
      const course = draw() < shareOfImages ? image : visits(places[own] ?? { at: 0 });
      return course.map(({ station, ms }) => ({ ms, station: placeOf(station) }));
    },
  });
  const ofProcesses = busy.slice(0, processes);
  return {
    p99Ms,
    busy: {
      processes: ofProcesses.reduce((sum, share) => sum + share, 0) / processes,
      database: busy[processes] ?? 0,
    },
  };
}

function costOf(given: {
  fleet: Fleet;
  media: Plan['media'];
  storage_gb: number;
  database_gb: number;
  bytes_gb: number;
  cdn: boolean;
  prices: Prices;
  requests: number;
  imagesOfOrigin: number;
}): Plan['cost'] {
  const { fleet, media, storage_gb, database_gb, bytes_gb, cdn, prices } = given;
  const { disk, object_storage: objects } = prices;
  const machines = fleet.web * fleet.machine.month + fleet.database * prices.database.month;
  const copies = assumptions.copies - 1;
  const reads = media === 's3' ? (given.imagesOfOrigin / 1e6) * objects.million_reads : 0;
  const storage =
    storage_gb * (media === 's3' ? objects.gb_month : disk.gb_month) +
    Math.max(1, fleet.database) * database_gb * disk.gb_month +
    copies * (storage_gb + database_gb) * objects.gb_month +
    reads;
  const traffic = cdn
    ? priceOf(bytes_gb, prices.cdn.tiers) + (given.requests / 1e6) * prices.cdn.million_requests
    : priceOf(bytes_gb, prices.egress.tiers);
  return { machines, storage, traffic, total: machines + storage + traffic };
}
