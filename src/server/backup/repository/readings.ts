import * as z from 'zod/mini';
import { readStored } from '../../store/file-store.ts';
import { parseOrNull } from '../parse-or-null.ts';
import type { ObjectStore } from './objects.ts';

const readingsKey = 'readings.json';

const readingsSchema = z.object({
  longstrip_readings: z.literal(1),
  /** When all objects of a shelf were last read: those whose names begin with the same two digits. */
  shelves: z.record(z.string(), z.iso.datetime()),
  /** By the clock of the place: objects that are not older were written since the last share was read. */
  read_up_to: z.nullable(z.iso.datetime()),
  /** The keys of objects that are gone, or not as they were written. */
  damaged: z.array(z.string()),
  /** When the last object of a snapshot was read and found whole, by its id. */
  verified: z.record(z.string(), z.iso.datetime()),
});

/** What is known of the objects of a repository by reading them. */
export type Readings = Omit<z.infer<typeof readingsSchema>, 'longstrip_readings'>;

/** What was kept of readings; nothing where there is no such object, or it is damaged itself: then all is read anew. */
export async function readReadings(store: ObjectStore): Promise<Readings> {
  const bytes = await readStored(store, readingsKey);
  const read = bytes && z.safeParse(readingsSchema, parseOrNull(bytes.toString()));
  if (!read?.success) return { shelves: {}, read_up_to: null, damaged: [], verified: {} };
  const { longstrip_readings: _, ...readings } = read.data;
  return readings;
}

export async function keepReadings(store: ObjectStore, readings: Readings): Promise<void> {
  const text = JSON.stringify({ longstrip_readings: 1, ...readings });
  await store.put([Buffer.from(`${text}\n`)], () => readingsKey);
}

/** Notes that damaged objects were written anew. */
export async function noteMended(store: ObjectStore, keys: ReadonlySet<string>): Promise<void> {
  const readings = await readReadings(store);
  await keepReadings(store, { ...readings, damaged: readings.damaged.filter((key) => !keys.has(key)) });
}
