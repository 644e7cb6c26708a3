import { describe, expect, it } from 'vitest';
import { readCsv } from './csv.ts';
import { decideMember, type MemberLine, readMembers } from './member-lines.ts';

const members = (text: string) => readMembers(text) as MemberLine[]; // a table

describe('a table', () => {
  it.each([
    [
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      '\ufeffa;b\n"1;2";"say ""yes"""\n\n',
      [
        ['a', 'b'],
        ['1;2', 'say "yes"'],
      ],
    ],
    [
      'a\tb\n1\t',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    [
      'a,b\n"x"y,\n,,\n',
      [
        ['a', 'b'],
        ['xy', ''],
      ],
    ],
    ['', []],
  ])('%j is read', (text, fields) => {
    expect(readCsv(text)?.map((record) => record.fields)).toEqual(fields);
  });

  it('knows its lines though a field has several, and takes no open quotation mark', () => {
    expect(readCsv('a,b\n"1\n2",3\n4,5')?.map(({ line }) => line)).toEqual([1, 2, 4]);
    expect(readCsv('a,"b\n1,2')).toBeNull();
  });
});

describe('members', () => {
  it('have their columns in any order, case and with spaces around', () => {
    const [line] = members(' Days , EXTERNAL_ID,Note,other,username\n30,x-1, hello ,?,Adaline\n');
    expect(line).toEqual({
      ...{ line: 2, externalId: 'x-1', username: 'Adaline', email: null, note: 'hello', end: { days: 30 } },
      ...{ leftOut: null, fault: null },
    });
  });

  it("are read from Ghost's export: codes, without those who were deleted there, and no end is guessed", () => {
    const head =
      'id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers';
    const lines = members(
      `${head},expires_at\n64f,a@x.org,Ada,,true,false,cus_1,2024-01-01,,,,2030-01-31\n65f,b@x.org,,,,,,,2024-02-02,,,\n66f,c@x.org,,,,,,,,,,\n`,
    );
    expect(lines.map(({ externalId, username, leftOut, fault }) => [externalId, username, leftOut, fault])).toEqual([
      ['64f', null, null, null],
      ['65f', null, 'was deleted there', null],
      ['66f', null, null, 'has no end: give expires_at or days'],
    ]);
    expect(lines[0]?.end).toEqual({ at: new Date('2030-01-31T23:59:59.999Z') });
  });

  it("are read from PMPro's table: who is no member there is left out, and an empty end is named", () => {
    const lines = members(
      'user_login , user_email,membership_id,membership_status,membership_enddate\nada2,a@x.org,1,active,2030-01-31 10:00:00\nbob2,,1,cancelled,\ncleo,,1,active,\n',
    );
    expect(lines.map(({ externalId, username, leftOut, fault }) => [externalId, username, leftOut, fault])).toEqual([
      ['ada2', 'ada2', null, null],
      ['bob2', 'bob2', 'is cancelled there', null],
      ['cleo', 'cleo', null, 'has no end: give expires_at or days'],
    ]);
    expect(lines[0]?.end).toEqual({ at: new Date('2030-01-31T10:00:00Z') });
  });

  it.each([
    ['x,,', 'has no end'],
    ['x,2030-01-31,5', 'has both'],
    ['x,01/31/2030,', 'wants expires_at as'],
    ['x,2030-02-30,', 'wants expires_at as'],
    ['x,,0', 'wants a whole number of days'],
    ['x,,1.5', 'wants a whole number of days'],
    ['x,,36501', 'wants a whole number of days'],
    [',,5', 'has no external_id'],
    [`${'x'.repeat(201)},,5`, 'an id that is too long'],
    ['\0,,5', 'cannot be stored'],
  ])('in the line %j have a fault: it %s', (line, fault) => {
    expect(members(`external_id,expires_at,days\n${line}\n`)[0]?.fault).toContain(fault);
  });

  it.each(['', 'name,email\nx,y', 'id,username\n1,x', '"external_id'])('are not in %j', (text) => {
    expect(typeof readMembers(text)).toBe('string');
  });
});

describe('a line', () => {
  const now = new Date('2026-01-01T00:00:00Z');
  const line: MemberLine = {
    ...{ line: 2, externalId: 'x', username: 'adaline', email: null, note: null, end: { days: 30 } },
    ...{ leftOut: null, fault: null },
  };
  const nobody = { known: null, isTaken: false, nameFault: null, now };
  const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
  const known = { importedAt: inDays(-10), endsAt: inDays(20), made: 'account' as const };

  it.each([
    ['an account for a new name', line, nobody, { kind: 'created', endsAt: inDays(30) }],
    [
      'an account that is over, for an end in the past',
      { ...line, end: { at: inDays(-1) } },
      nobody,
      { kind: 'created', endsAt: inDays(-1) },
    ],
    ['a code without a name', { ...line, username: null }, nobody, { kind: 'coupon', endsAt: inDays(30) }],
    [
      'nothing for a code that is over',
      { ...line, username: null, end: { at: inDays(-1) } },
      nobody,
      { kind: 'left_out' },
    ],
    ["an error for another's name", line, { ...nobody, isTaken: true }, { kind: 'error' }],
    ['an error for an impossible name', line, { ...nobody, nameFault: 'no' }, { kind: 'error', why: 'no' }],
    ['nothing for days that are known', line, { ...nobody, known, isTaken: true }, { kind: 'unchanged' }],
    [
      'another end for other days',
      { ...line, end: { days: 40 } },
      { ...nobody, known },
      { kind: 'updated', endsAt: inDays(30) },
    ],
    ['an earlier end too', { ...line, end: { at: now } }, { ...nobody, known }, { kind: 'updated', endsAt: now }],
    ['nothing for who deleted the account', line, { ...nobody, known: { ...known, made: null } }, { kind: 'left_out' }],
  ])('comes to %s', (_what, given, facts, plan) => {
    expect(decideMember(given, facts)).toMatchObject(plan);
  });
});
