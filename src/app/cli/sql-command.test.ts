import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { splitStatements } from '../../server/database/sql-text.ts';
import { inLong } from '../../server/testing/depth.ts';
import { siteForTests } from '../testing/site.ts';
import { makeUser } from '../testing/users.ts';

const site = siteForTests();
beforeAll(async () => {
  await makeUser(site.db, 'ada');
});

const names = async () => (await site.db.query<{ username: string }>('select username from users')).rows;

describe('longstrip sql', () => {
  inLong('prints the rows as a table, and as JSON', async () => {
    expect(
      await site.run('sql', "select username, 7::bigint as n, null as nothing, '{1,2}'::int[] from users"),
    ).toEqual({
      status: 0,
      out: 'username | n | nothing | int4\n---------+---+---------+------\nada      | 7 |         | {1,2}\n(1 row)\n',
      err: '',
    });
    const { out } = await site.run(
      'sql',
      '--json',
      "select username, 7::bigint as n, true as yes, null as nothing, '2030-01-01'::timestamptz at time zone 'utc' as at, '{\"a\": 1}'::jsonb as doc from users",
    );
    expect(JSON.parse(out)).toEqual([
      {
        username: 'ada',
        n: 7,
        yes: true,
        nothing: null,
        at: expect.stringMatching(/^2030-01-01|^2029-12-31/),
        doc: { a: 1 },
      },
    ]);
  });

  it('reads one or several statements from standard input where no query is given', async () => {
    const input = Readable.from([
      Buffer.from("-- how many; and who?\nselect count(*) from users;\nselect ';' as semicolon;\n"),
    ]);
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as typeof process.stdin); // a pipe stands in for the shell's
    const { status, out } = await site.run('sql', '--json');
    vi.restoreAllMocks();
    expect([status, out]).toEqual([0, '[{"count":1}]\n[{"semicolon":";"}]\n']);
  });

  it.each([
    'delete from users',
    'commit; delete from users',
    'set transaction read write; delete from users',
    'set default_transaction_read_only = off; delete from users',
    'set session characteristics as transaction read write; delete from users',
    "select set_config('transaction_read_only', 'off', false); delete from users",
    'rollback; begin read write; delete from users; commit',
    "do $$ begin perform set_config('transaction_read_only', 'off', false); delete from users; end $$",
    'do $$ begin commit; delete from users; end $$',
    'with gone as (delete from users returning *) select * from gone',
    "select 1 /* ; */; /* '; */ delete from users --'",
    'prepare p as delete from users; execute p',
  ])('changes nothing without --write: %s', async (query) => {
    const { status, err } = await site.run('sql', query);
    expect(status).toBe(1);
    expect(err).toMatch(/^PostgreSQL: .*\n$/);
    expect(await names()).toEqual([{ username: 'ada' }]);
  });

  inLong('with --write, commits all statements of a text or none', async () => {
    const half = await site.run('sql', '--write', "update users set username = 'Bea'; select nonsense");
    expect([half.status, await names()]).toEqual([1, [{ username: 'ada' }]]);
    const whole = await site.run(
      'sql',
      '--write',
      "update users set username = 'Bea' where username = 'ada'; select 1",
    );
    expect(whole.out).toMatch(/^UPDATE 1\n/);
    expect(await names()).toEqual([{ username: 'Bea' }]);
    await site.run('sql', '--write', 'select 1');
    const { rows } = await site.db.query(`select made_by as "by", after from audit_entries where action = 'site.sql'`);
    const commands = [
      { command: 'UPDATE', rows: 1 },
      { command: 'SELECT', rows: null },
    ];
    expect(rows).toEqual([{ by: 'command_line', after: { commands } }]);
    await site.db.query(`update users set username = 'ada'`);
  });

  inLong('reports in one sentence an error of PostgreSQL, or that a query is missing', async () => {
    expect(await site.run('sql', 'select nothing from nowhere')).toEqual({
      status: 1,
      out: '',
      err: 'PostgreSQL: relation "nowhere" does not exist. Nothing was changed.\n',
    });
    expect(await site.run('sql', ' ')).toMatchObject({ status: 1, err: expect.stringContaining('Give a query') });
  });
});

describe('a text of statements', () => {
  it.each([
    ['select 1', ['select 1']],
    ['select 1; select 2;', ['select 1', 'select 2']],
    ["select ';''; '; select \";\"", ["select ';''; '", 'select ";"']],
    ['do $x$ a; $y$ b; $x$; select 1', ['do $x$ a; $y$ b; $x$', 'select 1']],
    ['-- a; b\nselect 1 /* ; */', ['-- a; b\nselect 1 /* ; */']],
    [' ; -- nothing\n;', []],
    ['select 3 / 2 - $1', ['select 3 / 2 - $1']],
  ])('%s is cut where statements end', (text, statements) => {
    expect(splitStatements(text)).toEqual(statements);
  });
});
