import { randomUUID } from 'node:crypto';
import { paths } from '../../src/shared/paths.ts';
import type { Asked } from './load.ts';
import { addNovels, type Site } from './site.ts';

/** The questions of visitors and users of a site. */
export interface Readers {
  /** Addresses of public answers: pages and calls. */
  cached: readonly string[];
  bookIds: readonly string[];
  chapterIds: readonly string[];
  headers: { authorization: string };
  /** Another user, who logs in again and again: a user keeps only so many sessions. */
  guest: { username: string; password: string };
  /** A question that no cache can answer, another one each time. */
  other(count: number): Asked;
}

interface ListedChapter {
  chapter_uuid: string;
  number: number;
}

export const password = 'a good password';

/** Gives the site some novels and a member. */
export async function addReaders(site: Site): Promise<Readers> {
  const bookIds = await addNovels(site, ['Night One', 'Night Two', 'Night Three']);
  const [bookId = ''] = bookIds;
  const [username, guestName] = [`member${randomUUID().slice(0, 8)}`, `guest${randomUUID().slice(0, 8)}`];
  const guest = { username: guestName, password };
  for (const name of [username, guestName]) {
    const registered = await site.call('POST', '/user/register', { username: name, password, invite_code: '' });
    if (registered.status !== 200) throw new Error(`The registration was answered ${registered.status}`);
  }
  await site.run(['user', 'grant', username, '--months', '1']);
  const headers = { authorization: `Token ${await logIn(site, username)}` };
  const listAddress = `/comics/chapters/${bookId}/en-us/asc/0/10`;
  const listed = await site.call('GET', listAddress);
  const chapters: ListedChapter[] = JSON.parse(listed.body).data.result.chapters;
  const chapterIds = chapters.map(({ chapter_uuid: id }) => id);
  const [free = ''] = chapterIds;
  const cached = [
    paths.home(),
    `${paths.home()}?lang=en-us`,
    paths.book(bookId),
    paths.chapter({ bookUuid: bookId, chapterUuid: free, number: 1 }),
    '/api/v1/comics/book/search?page=0&page_size=10',
    `/api/v1${listAddress}`,
    `/api/v1/comics/chapter_comics/${free}/en-us`,
  ];

  const favor = { book_uuid: bookId, chapter_uuid: free };
  const others: readonly ((count: number) => Asked)[] = [
    (count) => ({ kind: 'list', path: `/api/v1/comics/book/search?page=${count}` }),
    () => post('login', '/user/login', guest),
    () => ({ ...post('like', '/comics/chapter/favor', favor), headers }),
    () => ({ kind: 'chapter', path: `/api/v1/comics/chapter_comics/${chapterIds[3]}/en-us`, headers }),
    () => ({ ...post('quote', '/payment/quote', { plan: 'month' }), headers }),
    (count) => ({ kind: 'search', path: `/api/v1/comics/book/search?q=word${count}` }),
  ];
  const other = (count: number) => (others[count % others.length] ?? post)(count, '', {});
  return { cached, bookIds, chapterIds, headers, guest, other };
}

function post(kind: string | number, path: string, payload: unknown): Asked {
  return { kind: String(kind), path: `/api/v1${path}`, method: 'POST', payload };
}

export async function logIn(site: Site, username: string): Promise<string> {
  const answer = await site.call('POST', '/user/login', { username, password });
  if (answer.status !== 200) throw new Error(`The login was answered ${answer.status}: ${answer.body}`);
  return JSON.parse(answer.body).data.jwt_token;
}
