import { describe, expect, it } from 'vitest';
import { inLong } from '../../../server/testing/depth.ts';
import { importSiteForTests } from '../testing/import-site.ts';

const site = importSiteForTests();

/** Writes a novel in which each chapter is a folder with a text, and the given lines of chapter.yaml. */
async function write(chapters: Record<string, string>): Promise<void> {
  for (const [name, yaml] of Object.entries(chapters))
    await site.write({
      [`b/${name}/text.txt`]: `The rain of ${name} falls on the harbour.`,
      [`b/${name}/chapter.yaml`]: `title: "${name}"\n${yaml}\n`,
    });
}

async function run(options: { asDrafts?: true } = {}) {
  const { status, err } = await site.run('b', options);
  return { status, left: err.match(/left out: .*/g) ?? [] };
}

/** Each chapter in the book's order with its date; `out`: it is published already. */
async function dates() {
  const { rows } = await site.db.query<{ title: string; at: Date | null; access: string; free: Date | null }>(
    `select e.title, e.published_at as at, c.access, c.free_at as free
     from chapters c join chapter_editions e on e.chapter_id = c.id order by coalesce(c.place, c.number)`,
  );
  return rows.map(({ title, at }) => [title, at === null ? 'draft' : at <= new Date() ? 'out' : at.toISOString()]);
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const friday = inDays(3);

describe('published_at in chapter.yaml', () => {
  inLong('schedules a chapter, and those after it that name no date; after a draft they are drafts', async () => {
    await write({ '1': '', '2': `published_at: ${friday}`, '3': '', '4': 'published_at: draft', '5': '' });
    expect(await run()).toEqual({ status: 0, left: [] });
    const wanted = [
      ['1', 'out'],
      ['2', friday],
      ['3', friday],
      ['4', 'draft'],
      ['5', 'draft'],
    ];
    expect(await dates()).toEqual(wanted);
    expect((await run()).status).toBe(0);
    expect(await dates()).toEqual(wanted);
  });

  inLong('never takes back what is published: a later date is named, a draft passed over', async () => {
    await write({ '1': '', '2': '' });
    await run();
    await write({ '1': 'published_at: draft' });
    expect(await run()).toEqual({ status: 0, left: [] });
    await write({ '1': `published_at: ${friday}` });
    const { status, left } = await run();
    expect([status, left.join()]).toEqual([1, expect.stringContaining('it is published already')]);
    expect(await dates()).toEqual([
      ['1', 'out'],
      ['2', 'out'],
    ]);
  });

  it.each([
    ['against the order', inDays(9), 'is against the order of the chapters'],
    [
      'more than 5 years ahead',
      new Date(Date.now() + 1827.5 * 86_400_000).toISOString(),
      'lies more than 5 years ahead',
    ],
    ['that no month has', '2027-02-30', 'published_at must be draft, or'],
    ['that is no time', 'on friday', 'published_at must be draft, or'],
  ])('leaves a new chapter a draft whose date is one %s', async (_, date, words) => {
    await write({ '1': '', '3': `published_at: ${friday}` });
    await run();
    await write({ '2': `published_at: ${date}` });
    const { status, left } = await run();
    expect([status, left]).toEqual([1, [expect.stringContaining(words)]]);
    expect(await dates()).toEqual([
      ['1', 'out'],
      ['2', 'draft'],
      ['3', friday],
    ]);
  });

  it('keeps the date of a scheduled chapter where a new one cannot be read', async () => {
    await write({ '1': `published_at: ${friday}` });
    await run();
    await write({ '1': 'published_at: on friday' });
    expect((await run()).status).toBe(1);
    expect(await dates()).toEqual([['1', friday]]);
  });

  inLong('gives way to --draft', async () => {
    await write({ '1': 'published_at: 2020-01-01', '2': '' });
    expect((await run({ asDrafts: true })).status).toBe(0);
    expect(await dates()).toEqual([
      ['1', 'draft'],
      ['2', 'draft'],
    ]);
  });
});

describe('access and free_at in chapter.yaml', () => {
  const facts = async () => {
    const { rows } = await site.db.query('select access, free_at from chapters');
    return rows;
  };

  inLong('are set, and named and left out where they contradict each other or lie too far ahead', async () => {
    await write({ '1': `access: members\nfree_at: ${friday}` });
    expect((await run()).status).toBe(0);
    const set = [{ access: 'members', free_at: new Date(friday) }];
    expect(await facts()).toEqual(set);
    await write({ '1': `access: free\nfree_at: ${friday}` });
    const both = await run();
    expect([both.status, both.left.join()]).toEqual([1, expect.stringContaining('contradict each other')]);
    await write({ '1': 'free_at: 2099-01-01' });
    const far = await run();
    expect([far.status, far.left.join()]).toEqual([1, expect.stringContaining('lies more than 5 years ahead')]);
    expect(await facts()).toEqual(set);
  });

  it.each([
    ['access: free', friday],
    ['access: members', '2099-01-01'],
  ])('leave a new chapter a draft where they are wrong: %s, free_at: %s', async (access, freeAt) => {
    await write({ '1': '', '2': `${access}\nfree_at: ${freeAt}` });
    expect((await run()).status).toBe(1);
    expect(await dates()).toEqual([
      ['1', 'out'],
      ['2', 'draft'],
    ]);
  });
});
