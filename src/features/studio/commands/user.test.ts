import { PassThrough, Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serverForTests } from '../../../app/testing/server.ts';
import { runCommand } from '../../../app/testing/site.ts';
import { readSecretLine } from '../../../server/command/secret-line.ts';
import { createTestDatabase } from '../../../server/testing/database.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { forAllTests } from '../../../server/testing/for-all-tests.ts';

const database = forAllTests(createTestDatabase);
const server = serverForTests({ database });
beforeEach(async () => {
  await server.db.query('delete from users');
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** The command line in this process, on the test's database, with something on its standard input. */
function run(argv: string[], input: string | Buffer): Promise<{ status: number; out: string; err: string }> {
  // A pipe of bytes stands in for the terminal's or the shell's.
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from([input]) as typeof process.stdin);
  return runCommand({ DATABASE_URL: database.url, DATA_DIR: server.config.dataDir }, argv);
}

const login = (username: string, password: string) =>
  server.app.inject({ method: 'POST', url: '/api/v1/user/login', payload: { username, password } });

describe('longstrip user create', () => {
  inLong('registers a user who can log in, with the first line as it stands', async () => {
    const { status, out, err } = await run(['user', 'create', 'ＡＤＡline', '--json'], ' pass word \r\nmore\n');
    expect({ status, err }).toEqual({ status: 0, err: '' });
    const entered = await login('adaLINE', ' pass word ');
    const { uuid, username } = entered.json().data;
    expect(JSON.parse(out)).toEqual({ uuid, username });
    expect(username).toBe('ADAline');
  });

  inLong('says what it did, without the password', async () => {
    expect(await run(['user', 'create', 'Adaline'], 'correct horse')).toEqual({
      status: 0,
      out: 'Adaline is registered.\n',
      err: '',
    });
  });

  inLong.each([
    ['a name that is taken', 'ADALINE', 'correct horse', 'There is a user "ADALINE" already.\n'],
    ['a bad name', 'a b c', 'correct horse', 'Username may only contain letters and digits.\n'],
    [
      'a bad name and password',
      'abc',
      'abcd',
      'Username must be between 5 and 16 characters.\nPassword must be between 5 and 25 characters.\n',
    ],
    ['no password', 'bertram', '', 'Please fill in all fields.\n'],
    ['an empty line', 'bertram', '\ncorrect horse\n', 'Please fill in all fields.\n'],
    ['bytes that are no text', 'bertram', Buffer.from([0xff, 0xfe, 0x0a]), 'Standard input is not text in UTF-8.\n'],
    ['a line without an end', 'bertram', 'x'.repeat(70_000), 'The first line of standard input is too long.\n'],
  ])('refuses %s', async (_what, username, input, err) => {
    await run(['user', 'create', 'Adaline'], 'correct horse');
    expect(await run(['user', 'create', username], input)).toEqual({ status: 1, out: '', err });
    expect((await server.db.query('select from users')).rowCount).toBe(1);
  });
});

describe('longstrip user role', () => {
  const create = (name: string, ...more: string[]) => run(['user', 'create', name, ...more], 'correct horse');
  const roles = async () => {
    const { rows } = await server.db.query<{ username: string; role: string }>(
      'select username, role from staff join users on id = user_id order by username',
    );
    return rows.map(({ username, role }) => `${username} ${role}`);
  };
  const audit = async () => {
    const { rows } = await server.db.query(
      `select made_by as "by", action, target_name as name, before, after from audit_entries order by id desc limit 2`,
    );
    return rows.reverse();
  };

  inLong('is given with a new user, and to a known one, with a row of the audit for each change', async () => {
    const { out } = await create('Adaline', '--role', 'owner');
    expect(out).toBe('Adaline is registered, with the role owner.\n');
    expect(await audit()).toMatchObject([
      { by: 'command_line', action: 'user.create', name: 'Adaline', after: { username: 'Adaline' } },
      { by: 'command_line', action: 'user.role', name: 'Adaline', before: { role: null }, after: { role: 'owner' } },
    ]);
    await create('Bertram');
    expect(await run(['user', 'role', 'bertram', 'editor'], '')).toEqual({ status: 0, out: '', err: '' });
    expect(await roles()).toEqual(['Adaline owner', 'Bertram editor']);
    const told = await run(['user', 'role', 'bertram', 'none', '--json'], '');
    expect(JSON.parse(told.out)).toEqual({ uuid: expect.any(String), username: 'Bertram', role: null });
    expect(await roles()).toEqual(['Adaline owner']);
  });

  it('leaves the only owner one, and repeats without harm', async () => {
    await create('Adaline', '--role', 'owner');
    const refused = await run(['user', 'role', 'Adaline', 'none'], '');
    expect(refused).toMatchObject({ status: 1, out: '', err: expect.stringContaining('the only owner') });
    expect((await run(['user', 'role', 'Adaline', 'owner'], '')).status).toBe(0);
    expect(await roles()).toEqual(['Adaline owner']);
  });

  inLong('wants a user and a role that there are', async () => {
    expect(await run(['user', 'role', 'nobody', 'owner'], '')).toMatchObject({ status: 1, out: '' });
    expect(await create('Adaline', '--role', 'king')).toMatchObject({ status: 1, out: '' });
    expect((await server.db.query('select from users')).rowCount).toBe(0);
  });
});

describe('longstrip user password', () => {
  it('changes it and ends all sessions', async () => {
    await run(['user', 'create', 'Adaline'], 'correct horse');
    const { jwt_token: token } = (await login('Adaline', 'correct horse')).json().data;
    expect(await run(['user', 'password', 'adaline'], 'another password\n')).toEqual({
      status: 0,
      out: 'Adaline has a new password; all their sessions have ended.\n',
      err: '',
    });
    const headers = { authorization: `Token ${token}` };
    expect((await server.app.inject({ url: '/api/v1/user/sessions', headers })).statusCode).toBe(401);
    expect((await login('Adaline', 'correct horse')).statusCode).toBe(401);
    expect((await login('Adaline', 'another password')).statusCode).toBe(200);
  });

  inLong.each([
    ['an unknown user', 'nobody', 'another password', 'There is no user "nobody".\n'],
    ['what cannot be a name', '\0', 'another password', 'There is no user "\\u0000".\n'],
    ['a short one', 'Adaline', '1234567', 'Password must be at least 8 characters long.\n'],
  ])('refuses %s', async (_what, username, input, err) => {
    await run(['user', 'create', 'Adaline'], 'correct horse');
    expect(await run(['user', 'password', username], input)).toEqual({ status: 1, out: '', err });
    expect((await login('Adaline', 'correct horse')).statusCode).toBe(200);
  });
});

describe('a secret line', () => {
  it('does not wait for the end of a pipe that stays open', async () => {
    const pipe = new PassThrough();
    pipe.write('first ');
    pipe.write('line\nsecond');
    expect(await readSecretLine(pipe, 'Password: ')).toBe('first line');
    expect(pipe.destroyed).toBe(true);
  });

  it('is asked for at a terminal, which does not show it', async () => {
    const shown: string[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      shown.push(String(text));
      return true;
    });
    const terminal = Object.assign(new PassThrough(), { isTTY: true });
    const line = readSecretLine(terminal, 'Password: ');
    terminal.write('typed by hand\r');
    expect(await line).toBe('typed by hand');
    expect(shown).toEqual(['Password: ', '\n']);
  });

  it('is cancelled by Ctrl+C and Ctrl+D', async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    for (const key of ['\u0003', '\u0004']) {
      const terminal = Object.assign(new PassThrough(), { isTTY: true });
      const line = readSecretLine(terminal, 'Password: ');
      terminal.write(key);
      await expect(line).rejects.toThrow('Nothing was changed.');
    }
  });
});
