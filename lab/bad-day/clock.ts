import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { drawPicture } from '../../src/features/media/testing/pictures.ts';
import { findFreePort } from '../../src/server/testing/loopback.ts';
import type { Day } from './day.ts';
import { logIn, password } from './readers.ts';
import { type Answer, openSite, Site } from './site.ts';

const hourMs = 3_600_000;
const skews = { '+1 day': 24 * hourMs, '-1 day': -24 * hourMs, '-10 minutes': -hourMs / 6 };
const registrations = { short: 5, usual: 25, long: 100 };

/** Loaded before the server's code: its machine has a wrong clock. */
const wrongClock = `
const skew = Number(process.env.SKEW_MS);
const Right = Date;
globalThis.Date = class Date extends Right {
  constructor(...given) {
    if (given.length === 0) super(Right.now() + skew);
    else super(...given);
  }
  static now() {
    return Right.now() + skew;
  }
};
`;

export const clock: Day = {
  name: 'clock',
  what: 'Of two processes one has a clock that is a day ahead, a day behind or ten minutes behind.',
  async play({ folder, size }) {
    const place = join(folder, 'site');
    mkdirSync(place);
    const site = await openSite(place);
    const shim = join(folder, 'wrong-clock.mjs');
    writeFileSync(shim, wrongClock);
    try {
      await site.run(['migrate']);
      return await site.withDatabase(async (_db, url) => {
        const right = new Site({ dataDir: place, port: await findFreePort(), settings: { DATABASE_URL: url } });
        const wrong = new Site({
          dataDir: place,
          port: await findFreePort(),
          settings: { DATABASE_URL: url, NODE_OPTIONS: `--import=${pathToFileURL(shim)}` },
        });
        const met = { decisions: 0, wrong_decisions: 0, ids: 0, double_ids: 0 };
        try {
          await right.start();
          const people = await addPeople(right, place);
          for (const skew of Object.values(skews)) {
            await wrong.start({ SKEW_MS: String(skew) });
            const found = await compare({ right, wrong, people, registered: registrations[size] });
            met.decisions += found.decisions.length;
            met.wrong_decisions += found.decisions.filter((isRight) => !isRight).length;
            met.ids += found.ids.length;
            met.double_ids += found.ids.length - new Set(found.ids).size;
            await wrong.end();
          }
        } finally {
          await wrong.end();
          await right.end();
        }
        return {
          figures: met,
          targets: { decisions: { least: 30 }, wrong_decisions: { most: 0 }, double_ids: { most: 0 } },
          skipped: "a wrong clock of the database, which needs a library that no package here has; WeChat's letters",
        };
      });
    } finally {
      await site.close();
    }
  },
};

interface People {
  /** Their memberships end in two hours, have ended two hours ago, and never were. */
  member: string;
  former: string;
  nobody: string;
  chapterPath: string;
}

async function addPeople(site: Site, place: string): Promise<People> {
  const comic = join(place, 'Night');
  for (const chapter of [1, 2, 3, 4]) {
    mkdirSync(join(comic, String(chapter)), { recursive: true });
    const picture = await drawPicture({ width: 400, height: 600, seed: chapter });
    writeFileSync(join(comic, String(chapter), '1.jpg'), picture);
  }
  await site.run(['import', comic]);
  const [book]: { book_uuid: string }[] = JSON.parse(await site.run(['book', 'list', '--json']));
  const listed = await site.call('GET', `/comics/chapters/${book?.book_uuid}/en-us/asc/0/10`);
  const chapters: { chapter_uuid: string }[] = JSON.parse(listed.body).data.result.chapters;
  const [member, former, nobody] = ['member', 'former', 'nobody'].map((name) => name + randomUUID().slice(0, 8));
  const people = { member, former, nobody } as Record<'member' | 'former' | 'nobody', string>; // as: three names
  for (const username of Object.values(people))
    await site.call('POST', '/user/register', { username, password, invite_code: '' });
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  await site.run(['user', 'grant', people.member, '--until', at(2 * hourMs)]);
  await site.run(['user', 'grant', people.former, '--until', at(-2 * hourMs)]);
  return { ...people, chapterPath: `/comics/chapter_comics/${chapters[3]?.chapter_uuid}/en-us` };
}

/** Asks both processes what each should decide in the same way, and for ids that each makes. */
async function compare(given: { right: Site; wrong: Site; people: People; registered: number }) {
  const { right, wrong, people, registered } = given;
  const decisions: boolean[] = [];
  const ids: string[] = [];
  for (const [maker, other] of [
    [right, wrong],
    [wrong, right],
  ] as const) {
    for (const [name, status] of [
      [people.member, 200],
      [people.former, 403],
      [people.nobody, 403],
    ] as const) {
      const headers = { authorization: `Token ${await logIn(maker, name)}` };
      for (const site of [maker, other]) {
        const opened = await site.call('GET', people.chapterPath, undefined, headers);
        const own = await site.call('GET', '/user/progress', undefined, headers);
        decisions.push(opened.status === status, own.status === 200);
        ids.push(idOf(opened), idOf(own));
        const address = /\/media\/[^"]+sig=[^"]+/.exec(opened.body)?.[0];
        if (status !== 200) continue;
        for (const shown of [maker, other])
          decisions.push(address !== undefined && (await shown.ask(address)).status === 200);
      }
    }
    for (let count = 0; count < registered; count += 1) {
      const username = `reader${randomUUID().slice(0, 8)}`;
      const made = await maker.call('POST', '/user/register', { username, password, invite_code: '' });
      decisions.push(made.status === 200);
      ids.push(idOf(made));
    }
  }
  return { decisions, ids };
}

function idOf({ headers }: Answer): string {
  return String(headers['x-request-id']);
}
