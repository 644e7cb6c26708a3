import { describe, expect, vi } from 'vitest';
import { databaseForTests } from '../testing/database.ts';
import { eachOf, inLong } from '../testing/depth.ts';
import {
  LeaseTakenError,
  type LeaseWanted,
  listServers,
  type SharedSecrets,
  takeLease,
  takeWholeSite,
} from './lease.ts';

const database = databaseForTests({ empty: true });

const secrets = { JWT_SECRET: 'j'.repeat(32), MEDIA_SECRET: 'm'.repeat(32) };
const take = (wanted: Omit<LeaseWanted, 'url'>) => takeLease({ url: database.url, ...wanted });

describe('a lease in the database', () => {
  inLong('is exclusive on an embedded database, and free again once its server has ended', async () => {
    const first = await take({ as: 'only server' });
    await expect(take({ as: 'only server' })).rejects.toThrow(/^a server is running \(process \d+ on /);
    await expect(take({ as: 'server' })).rejects.toBeInstanceOf(LeaseTakenError);
    await first.release();
    await (await take({ as: 'only server' })).release();
  });

  inLong('is shared by servers and imports, which exclude a restore', async () => {
    const leases = [
      await take({ as: 'server', secrets }),
      await take({ as: 'server', secrets }),
      await take({ as: 'import' }),
    ];
    expect(await listServers(database.db)).toHaveLength(2);
    await database.db.withConnection(async (db) => {
      expect(await takeWholeSite(db)).toBe(false);
      for (const lease of leases) await lease.release();
      await vi.waitFor(async () => expect(await takeWholeSite(db)).toBe(true));
      await expect(take({ as: 'import' })).rejects.toThrow(/^a restore is running/);
      await db.query('select pg_advisory_unlock_all()');
    });
  });

  inLong('shows the schema that its server was built for, as long as it is held', async () => {
    const schemas = async () => (await listServers(database.db)).map(({ schema }) => schema);
    const leases = [
      await take({ as: 'server', secrets, schema: 41 }),
      await take({ as: 'server', secrets, schema: 42 }),
    ];
    leases.push(await take({ as: 'server' }));
    expect(await schemas()).toEqual([41, 42, 0]);
    await database.db.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where application_name like 'longstrip server %' and datname = current_database()`,
    );
    expect(await schemas()).toEqual([]);
    await vi.waitFor(async () => expect((await schemas()).toSorted()).toEqual([0, 41, 42]), { timeout: 10_000 });
    for (const lease of leases) await lease.release();
    await vi.waitFor(async () => expect(await schemas()).toEqual([]));
  });

  eachOf<[string, SharedSecrets]>(
    [
      ['JWT_SECRET', { ...secrets, JWT_SECRET: 'x'.repeat(32) }],
      ['MEDIA_SECRET', { ...secrets, MEDIA_SECRET: 'x'.repeat(32) }],
      ['JWT_SECRET and MEDIA_SECRET', { JWT_SECRET: 'x'.repeat(32), MEDIA_SECRET: 'y'.repeat(32) }],
    ],
    0,
  )('is refused beside a server with another %s, and not once that one has gone', async (named, others) => {
    const first = await take({ as: 'server', secrets });
    await expect(take({ as: 'server', secrets: others })).rejects.toThrow(new RegExp(`^${named} differs? from`));
    await first.release();
    await (await take({ as: 'server', secrets: others })).release();
  });

  inLong('is taken again after a lost connection, and reported where another server has it by then', async () => {
    const onTaken = vi.fn();
    const first = await take({ as: 'only server', onTaken });
    const cut = () =>
      database.db.query(
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity
         where application_name like 'longstrip server %' and datname = current_database()`,
      );
    await cut();
    await vi.waitFor(async () => expect(await listServers(database.db)).toHaveLength(1), { timeout: 10_000 });
    await cut();
    const second = await take({ as: 'only server' });
    await vi.waitFor(() => expect(onTaken).toHaveBeenCalledWith(expect.any(LeaseTakenError)), { timeout: 10_000 });
    await first.release();
    await second.release();
  });
});
