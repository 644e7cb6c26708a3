import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { serverForTests } from '../../../app/testing/server.ts';
import { signInStaff } from '../../../app/testing/staff.ts';
import type { SignedInUser } from '../../../app/testing/users.ts';
import { makeBook } from '../../catalog/testing/books.ts';
import { noteBackup } from '../../health/server/health.ts';
import type { Role } from '../../studio/contract.ts';

let staff: Record<Role, SignedInUser>;
const server = serverForTests();
beforeAll(async () => {
  staff = {
    owner: await signInStaff(server, 'owner'),
    editor: await signInStaff(server, 'editor'),
    support: await signInStaff(server, 'support'),
  };
});

async function home(role: Role = 'owner', language = 'en-us') {
  const url = `/api/v1/studio/home?language=${language}`;
  return (await server.app.inject({ url, headers: staff[role].headers })).json().data.result;
}
const dismiss = (role: Role) =>
  server.app.inject({ method: 'DELETE', url: '/api/v1/studio/home/checklist', headers: staff[role].headers });
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

describe('the first page', () => {
  it('has for each role its parts, and no others', async () => {
    const all = ['accounts', 'checklist', 'coming', 'drafts', 'members', 'needs', 'readers', 'sales'];
    expect(Object.keys(await home('owner')).sort()).toEqual(all);
    expect(Object.keys(await home('editor')).sort()).toEqual(['coming', 'drafts', 'needs', 'readers']);
    expect(Object.keys(await home('support')).sort()).toEqual(['accounts', 'needs']);
  });

  it('names what wants attention, with the page and the word of a button', async () => {
    const need = { kind: 'backup_missing', count: 1, page: '/studio/health', action: 'back_up' };
    expect((await home()).needs).toContainEqual(need);
    expect((await home('editor')).needs).not.toContainEqual(need);
  });

  it('tells what comes out within seven days: a row for each moment of a chapter', async () => {
    const imageIds = [randomUUID()];
    const both = { 'en-us': { title: 'Third', imageIds }, 'fr-fr': { title: 'Troisième', imageIds } };
    const book = await makeBook(server.db, {
      titles: { 'zh-cn': '墨', 'en-us': 'Ink', 'fr-fr': 'Encre' },
      chapters: [
        {},
        {},
        { publishedAt: inHours(2), season: 1, label: '2.5', editions: both },
        { publishedAt: inHours(7 * 24 + 1) },
      ],
    });
    await server.db.query(
      `update chapter_editions set published_at = published_at + interval '1 day'
       where chapter_id = $1 and language = 'fr-fr'`,
      [book.chapterIds[2]],
    );
    const hidden = await makeBook(server.db, { chapters: [{}, { publishedAt: inHours(3) }] });
    await server.db.query('update books set hidden_by_operator = true where id = $1', [hidden.id]);
    const { coming } = await home('editor', 'fr-fr');
    const row = { book: { book_uuid: book.id, title: 'Encre', cover: null }, number: 3 };
    const chapter = { chapter_uuid: book.chapterIds[2], title: 'Troisième', season: 1, label: '2.5' };
    expect(coming).toMatchObject([
      { ...row, chapter, languages: ['en-us'] },
      { ...row, chapter, languages: ['fr-fr'] },
    ]);
    expect(Date.parse(coming[1].at) - Date.parse(coming[0].at)).toBe(24 * 3_600_000);
  });

  it('counts the drafts of each book, and neither what is scheduled nor what lies in the trash', async () => {
    const book = await makeBook(server.db, {
      titles: { 'zh-cn': '草', 'en-us': 'Drafts' },
      chapters: [{}, { publishedAt: inHours(200) }, { publishedAt: 'draft' }, { publishedAt: 'draft' }],
    });
    const drafts = async () => (await home()).drafts;
    const named = { book_uuid: book.id, title: 'Drafts', cover: null };
    expect(await drafts()).toEqual([{ book: named, count: 2 }]);
    await server.db.query('update chapters set deleted_at = now() where id = $1', [book.chapterIds[2]]);
    expect(await drafts()).toEqual([{ book: named, count: 1 }]);
    await server.db.query('update books set deleted_at = now() where id = $1', [book.id]);
    expect(await drafts()).toEqual([]);
  });

  it('tells of all books with drafts', async () => {
    for (let number = 0; number < 21; number += 1)
      await makeBook(server.db, { titles: { 'en-us': 'Draft' }, chapters: [{ publishedAt: 'draft' }] });
    expect((await home()).drafts).toHaveLength(21);
  });

  it('counts members as the numbers do', async () => {
    const answer = await server.app.inject({ url: '/api/v1/studio/numbers/members', headers: staff.owner.headers });
    const { members } = answer.json().data.result.at(-1);
    expect((await home()).members).toEqual({ now: members ?? 0, new: 0, leaving: 0 });
  });

  it('leads through the steps of a new site until all are done, or an owner dismisses them', async () => {
    const done = async () => {
      const { checklist } = await home();
      return checklist?.flatMap((each: { step: string; done: boolean }) => (each.done ? [each.step] : [])) ?? null;
    };
    expect(await done()).toEqual(['book']);
    await noteBackup(server.db, { file: '/b', bytes: 1, madeAt: new Date(), verifiedAt: null });
    const set = `insert into site_settings values ('name', '"Ours"'), ('contact', '"us@example.org"')`;
    await server.db.query(set);
    server.pass(1000);
    expect(await done()).toEqual(['name', 'book', 'backup', 'contact']);
    expect((await dismiss('editor')).statusCode).toBe(403);
    expect([(await dismiss('owner')).statusCode, (await dismiss('owner')).statusCode]).toEqual([204, 204]);
    expect((await home()).checklist).toBeNull();
    const audit = await server.app.inject({ url: '/api/v1/studio/audit', headers: staff.owner.headers });
    const rows = audit.json().data.result.filter(({ action }: { action: string }) => action === 'site.checklist');
    expect(rows).toHaveLength(1);
  });
});
