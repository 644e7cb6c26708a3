import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { siteForTests } from '../../../app/testing/site.ts';
import { inLong } from '../../../server/testing/depth.ts';

const site = siteForTests();

async function run(text: string | Buffer, ...options: string[]) {
  const file = join(site.dataDir, 'members.csv');
  await writeFile(file, text);
  return site.run('members', 'import', file, ...options);
}

const head = 'line,external_id,username,email,result,expires_at,link,coupon,error\r\n';

describe('longstrip members import', () => {
  inLong('prints a table with links and codes, names the faults, and ends 1 for them', async () => {
    const text =
      'external_id,username,email,days,expires_at\n=1,Adaline,a@x.org,,2030-01-31\n2,,"b,c@x.org",30,\n3,x,,30,\n';
    const tried = await run(text, '--dry-run');
    expect(tried.out).toMatch(
      /^line,.*\r\n2,'=1,Adaline,a@x\.org,created,2030-01-31T23:59:59\.999Z,,,\r\n3,2,,"b,c@x\.org",coupon,[^,]+,,,\r\n/,
    );
    const done = await run(text);
    expect([tried.status, done.status]).toEqual([1, 1]);
    expect(done.out.startsWith(head)).toBe(true);
    expect(done.out).toMatch(/Adaline,a@x\.org,created,[^,]+,http:\/\/localhost:3000\/reset-password\/[\w-]{43},,\r\n/);
    expect(done.out).toMatch(/coupon,[^,]+,,(\w{4}-){3}\w{4},\r\n/);
    expect(done.err).toBe('Line 4: Username must be between 5 and 16 characters.\n');
    const again = await run('external_id,username,days,expires_at\n=1,Adaline,,2030-01-31\n');
    expect(again).toEqual({
      status: 0,
      out: `${head}2,'=1,Adaline,,unchanged,2030-01-31T23:59:59.999Z,,,\r\n`,
      err: '',
    });
  });

  it.each([
    ['name\nAdaline\n', /no column external_id/],
    [Buffer.from([0x65, 0xff]), /no text in UTF-8/],
  ])('refuses %j', async (text, why) => {
    const { status, out, err } = await run(text);
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toMatch(why);
  });

  it('refuses a file that is not there', async () => {
    expect((await site.run('members', 'import', '/nowhere.csv')).err).toMatch(/cannot be read/);
  });
});
