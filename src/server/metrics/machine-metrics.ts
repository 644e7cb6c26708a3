import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';
import type { Db } from '../database/db.ts';
import { findNote } from '../database/server-notes.ts';

/** The disks and the database that a process depends on. */
export interface Machine {
  /** Folders whose disks may run full. */
  paths: readonly string[];
  db: Db;
}

const answerLimitMs = 500;

/** Reads the machine's figures at each scrape, once `watch` has named the machine. */
export function createMachineFigures(registry: Registry): { watch(machine: Machine): void; refresh(): Promise<void> } {
  const disk = { labelNames: ['path'] as const, registers: [registry] };
  const bytes = new Gauge({ ...disk, name: 'disk_free_bytes', help: 'Room for this process on the disk of a folder' });
  const inodes = new Gauge({ ...disk, name: 'disk_free_inodes', help: 'Files that the disk of a folder has room for' });
  const offset = new Gauge({
    name: 'db_clock_offset_seconds',
    help: "How far the database's clock is ahead of this process's",
    registers: [registry],
  });
  const reachable = new Gauge({
    name: 'db_reachable',
    help: '1 where the database answered this scrape within half a second, else 0',
    registers: [registry],
  });
  const lastBackup = new Gauge({
    name: 'backup_last_success_timestamp_seconds',
    help: 'When the last backup of the site was finished; 0: never',
    registers: [registry],
  });
  const picturesKept = new Gauge({
    name: 'media_freeing_held',
    help: '1 where no pictures are freed, because their store may belong to another database as well',
    registers: [registry],
  });
  const incomplete = new Gauge({
    name: 'backup_incomplete',
    help: '1 where the last backup lacks pictures that the database names',
    registers: [registry],
  });
  const damaged = new Gauge({
    name: 'backup_damaged',
    help: '1 where a reading of the repository of backups found objects that are damaged or gone',
    registers: [registry],
  });
  let machine: Machine | null = null;

  async function readDisk(path: string): Promise<void> {
    const { bavail, bsize, ffree, files } = await statfs(path);
    bytes.set({ path }, bavail * bsize);
    // Some file systems have no number of files that they have room for, and tell 0 of 0.
    if (files > 0) inodes.set({ path }, ffree);
  }

  return {
    watch(given) {
      machine = given;
    },
    async refresh() {
      if (!machine) return;
      const { paths, db } = machine;
      // A figure that cannot be read keeps its last value: a scrape matters most when something is broken.
      await Promise.allSettled([
        ...paths.map(readDisk),
        readClockOffset(db).then(
          (seconds) => {
            reachable.set(seconds === null ? 0 : 1);
            if (seconds !== null) offset.set(seconds);
          },
          () => reachable.set(0),
        ),
        inTime(findNote(db, 'backup')).then((at) => at !== tooLate && lastBackup.set((at?.getTime() ?? 0) / 1000)),
        inTime(findNote(db, 'backup incomplete')).then((at) => at !== tooLate && incomplete.set(at === null ? 0 : 1)),
        inTime(findNote(db, 'backup damaged')).then((at) => at !== tooLate && damaged.set(at === null ? 0 : 1)),
        inTime(findNote(db, 'pictures kept')).then((at) => at !== tooLate && picturesKept.set(at === null ? 0 : 1)),
      ]);
    },
  };
}

/** Null where the database answers too late for its time to be exact. */
async function readClockOffset(db: Db): Promise<number | null> {
  const askedAt = Date.now();
  const answer = await inTime(db.query<{ now: number }>('select extract(epoch from clock_timestamp())::float8 as now'));
  const now = answer === tooLate ? undefined : answer.rows[0]?.now;
  return now === undefined ? null : now - (askedAt + Date.now()) / 2 / 1000;
}

const tooLate = Symbol('too late');

/** A scrape does not wait for a database that hangs. */
async function inTime<T>(asked: Promise<T>): Promise<T | typeof tooLate> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<typeof tooLate>((resolve) => {
    timer = setTimeout(() => resolve(tooLate), answerLimitMs);
  });
  return Promise.race([asked, limit]).finally(() => clearTimeout(timer));
}
