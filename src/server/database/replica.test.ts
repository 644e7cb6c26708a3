import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DbPool } from './db.ts';
import { createMemo } from './memo.ts';
import { leavable, type Replica, replicated, watchReplica } from './replica.ts';

/** A pool that knows the mark, and says its name to every other query. */
function poolCalled(name: string, mark: () => Date | null): DbPool {
  return {
    async query<R>(sql: string | { text: string }) {
      const text = typeof sql === 'string' ? sql : sql.text;
      const row = text.includes('noted_at as at') ? { at: mark() } : { name };
      // The tests below read what the queries above give.
      return { rows: [row as R], rowCount: 1 };
    },
    withConnection: (work) => work(poolCalled(name, mark)),
    use: () => ({ total: 0, idle: 0, waiting: 0 }),
    end: async () => {},
  };
}

const withCode = (code: string) => Object.assign(new Error(code), { code });

describe('an answer for visitors', () => {
  let mark: Date | null;
  let changedAt: number;
  let read: string[];
  let isFrozen: boolean;
  let replica: Replica;
  let db: DbPool;
  beforeEach(async () => {
    mark = new Date();
    changedAt = 0;
    read = [];
    const frozen = new Promise<never>(() => {});
    const waits = (pool: DbPool): DbPool => ({
      ...pool,
      query: (sql, values) => (isFrozen ? frozen : pool.query(sql, values)),
    });
    isFrozen = false;
    const pools = {
      primary: poolCalled('primary', () => mark),
      replica: leavable(waits(poolCalled('replica', () => mark))),
    };
    db = replicated(pools.primary, pools.replica);
    replica = watchReplica({
      ...pools,
      now: Date.now,
      changedAt: () => changedAt,
      count: (to) => read.push(to),
    });
    await vi.waitFor(() => expect(replica.lagSeconds()).not.toBeNull());
  });
  afterEach(() => replica.stop());

  const make = async () => {
    const { rows } = await db.query<{ name: string }>('select name');
    return { text: rows[0]?.name ?? '' };
  };

  it('is read from the replica, and is as old as what that has replayed', async () => {
    const made = await replica.reading(make);
    expect([made.text, made.asOf]).toEqual(['replica', mark?.getTime()]);
    expect((await make()).text).toBe('primary');
  });

  it('is read from the database itself where the replica lacks a change', async () => {
    changedAt = Date.now();
    expect((await replica.reading(make)).text).toBe('primary');
    expect(read).toEqual(['primary']);
  });

  it.each(['40001', '57P01', '25006', '08006'])(
    'is made once more there where the replica fails with %s',
    async (code) => {
      let tries = 0;
      const failing = async () => {
        tries += 1;
        const made = await make();
        if (made.text === 'replica') throw withCode(code);
        return made;
      };
      expect((await replica.reading(failing)).text).toBe('primary');
      expect(tries).toBe(2);
    },
  );

  it('waits for no memo that the frozen replica was asked to fill', async () => {
    const memo = createMemo<{ text: string }>({ keepMs: 10_000, limit: 10, now: Date.now });
    isFrozen = true;
    expect((await replica.reading(() => memo.get('total', make))).text).toBe('primary');
    expect((await memo.get('total', make)).text).toBe('primary');
  });

  it('fills no memo of those who read from the database itself, and both are dropped on request', async () => {
    const memo = createMemo<{ text: string }>({ keepMs: 10_000, limit: 10, now: Date.now });
    const ofReplica = async () => (await replica.reading(() => memo.get('total', make))).text;
    const own = async () => (await memo.get('total', make)).text;
    expect([await ofReplica(), await own()]).toEqual(['replica', 'primary']);
    expect(memo.peek('total')?.text).toBe('primary');
    memo.forget('total');
    expect(memo.peek('total')).toBeUndefined();
    const asked = await replica.reading(async () => memo.peek('total') ?? { text: 'nothing' });
    expect(asked.text).toBe('nothing');
  });

  it('is made once more there where the replica answers no more, and the next one at once', async () => {
    isFrozen = true;
    expect((await replica.reading(make)).text).toBe('primary');
    expect((await replica.reading(make)).text).toBe('primary');
    expect(read).toEqual(['primary', 'primary']);
  });

  it('is not read from an old replica where this process waits for a connection of its own', async () => {
    changedAt = Date.now();
    const full = async () => {
      throw new Error('timeout exceeded when trying to connect');
    };
    await expect(replica.reading(full)).rejects.toThrow('timeout exceeded');
    expect(read).toEqual([]);
  });

  it.each(['57014', '42601'])('fails at once where the query itself is at fault, with %s', async (code) => {
    let tries = 0;
    const failing = async () => {
      tries += 1;
      throw withCode(code);
    };
    await expect(replica.reading(failing)).rejects.toMatchObject({ code });
    expect([tries, read]).toEqual([1, []]);
  });

  it('fails where a query of the database itself takes too long: that is there', async () => {
    changedAt = Date.now();
    const slow = async () => {
      throw withCode('57014');
    };
    await expect(replica.reading(slow)).rejects.toMatchObject({ code: '57014' });
    expect(read).toEqual([]);
  });

  it('is asked for once more of the database itself where one connection to it ended, and not of an old replica', async () => {
    changedAt = Date.now();
    let tries = 0;
    const cut = async () => {
      tries += 1;
      if (tries === 1) throw withCode('57P01');
      return await make();
    };
    expect((await replica.reading(cut)).text).toBe('primary');
    expect((await replica.reading(make)).text).toBe('primary');
    expect(read).toEqual(['primary', 'primary']);
  });

  it.each(['57P01', '53300'])('is read from the replica where the database itself fails with %s', async (code) => {
    changedAt = Date.now();
    const away = async () => {
      const made = await make();
      if (made.text === 'primary') throw withCode(code);
      return made;
    };
    expect((await replica.reading(away)).text).toBe('replica');
    expect(await replica.orReplica(async () => (await away()).text)).toBe('replica');
  });
});
