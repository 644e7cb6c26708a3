import { beforeEach, expect, it } from 'vitest';
import { askerOf } from '../../../app/testing/ask.ts';
import { serverForTests } from '../../../app/testing/server.ts';
import { signInStaff } from '../../../app/testing/staff.ts';
import { forAllTests } from '../../../server/testing/for-all-tests.ts';

const server = serverForTests();
const owner = forAllTests(() => signInStaff(server, 'owner'));
beforeEach(async () => {
  await server.db.query('delete from site_settings');
  await server.db.query('delete from proof_files');
});

const call = askerOf(server, owner, '/api/v1/studio/site/proofs');
const put = (name: string, text = 'proof') => call('PUT', `/${name}`, { body: { text } });

it('lie at the root as text, or as HTML that runs nothing', async () => {
  expect((await put('MP_verify_a1.txt', 'é')).data).toEqual({ result: { name: 'MP_verify_a1.txt', text: 'é' } });
  await put('google0f.html', '<script>alert(1)</script>');
  server.pass(1000);
  const text = await server.app.inject('/MP_verify_a1.txt');
  expect([text.body, text.headers['content-type']]).toEqual(['é', 'text/plain; charset=utf-8']);
  const { body, headers } = await server.app.inject('/google0f.html?from=search');
  expect(body).toBe('<script>alert(1)</script>');
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
  });
  expect((await server.app.inject('/google0f.txt')).statusCode).toBe(404);
  expect((await call('DELETE', '/google0f.html')).status).toBe(204);
  server.pass(1000);
  expect((await server.app.inject('/google0f.html')).statusCode).toBe(302);
  expect((await call('GET', '')).data).toEqual({ result: [{ name: 'MP_verify_a1.txt', text: 'é' }], total: 1 });
});

it.each(['robots.txt', 'ROBOTS.txt', 'a.js', 'a.b.txt', '..txt', `${'a'.repeat(65)}.txt`, 'a%2Fb.txt', 'é.txt'])(
  'are not named %s',
  async (name) => {
    expect((await put(name)).status).toBe(400);
  },
);

it('are 20 of 4,096 bytes', async () => {
  expect((await put('a.txt', 'é'.repeat(2048))).status).toBe(200);
  expect((await put('a.txt', `${'é'.repeat(2048)}.`)).status).toBe(400);
  for (let count = 1; count < 20; count += 1) await put(`a${count}.txt`);
  expect(await put('one-more.txt')).toMatchObject({ status: 409, code: 'limit_reached' });
  expect((await put('a1.txt', 'other')).status).toBe(200);
});
