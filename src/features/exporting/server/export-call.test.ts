import { expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { serverForTests } from '../../../app/testing/server.ts';
import { signInStaff } from '../../../app/testing/staff.ts';
import { makeBook } from '../../catalog/testing/books.ts';

const server = serverForTests();

it('gives an owner the whole book, drafts too, as a file that nobody else keeps', async () => {
  const chapters = [{}, { publishedAt: 'draft' as const }];
  const novel = await makeBook(server.db, { kind: 'novel', titles: { 'zh-cn': '红伞' }, chapters });
  const owner = await signInStaff(server, 'owner');
  const ask = (query: string) =>
    server.app.inject({ url: `/api/v1/studio/books/${novel.id}/export${query}`, headers: owner.headers });
  const folder = await ask('');
  expect([folder.statusCode, folder.headers['content-type'], folder.headers['cache-control']]).toEqual([
    ...[200, 'application/zip', 'private, no-store'],
  ]);
  expect(folder.headers['content-disposition']).toContain("filename*=UTF-8''%E7%BA%A2%E4%BC%9E.zip");
  const names: string[] = [];
  for await (const { fileName } of (await fromBufferPromise(folder.rawPayload)).eachEntry()) names.push(fileName);
  expect(names).toEqual([
    ...['book.yaml', '0001/chapter.yaml', '0001/text.html', '0002/chapter.yaml', '0002/text.html'],
  ]);
  const epub = await ask('?format=epub&language=zh-cn');
  expect([epub.statusCode, epub.headers['content-type']]).toEqual([200, 'application/epub+zip']);
  expect(epub.rawPayload.subarray(30, 58).toString()).toBe('mimetypeapplication/epub+zip');
  // Stored, of 20 bytes.
  expect([epub.rawPayload.readUInt16LE(8), epub.rawPayload.readUInt32LE(18)]).toEqual([0, 20]);
  for (const wrong of ['?format=cbz', '?format=pdf', '?language=fr-fr', '?format=csv'])
    expect((await ask(wrong)).statusCode, wrong).toBe(400);
});
