import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { beforeAll, expect, it } from 'vitest';
import { serverForTests } from '../../../../app/testing/server.ts';
import { signIn } from '../../../../app/testing/users.ts';
import { hashOfToken, touchToken } from '../../../accounts/server/access-tokens.ts';
import { hashOfMd5 } from '../../../accounts/server/accounts.ts';
import { createAttempts } from '../../../accounts/server/attempts.ts';
import { createViewers } from '../../../membership/server/viewers.ts';
import { makeKey } from '../../testing/keys.ts';
import { createKeys, type Keys } from './keys.ts';

let keys: Keys;

const server = serverForTests();
beforeAll(async () => {
  const { db } = server;
  const { findHolder } = createViewers({
    ...{ db, hashOfToken, readToken: async () => null, touchSession: async () => {} },
    touchToken: (id) => touchToken(db, id),
  });
  const log = { warn() {} };
  keys = createKeys({ attempts: createAttempts({ db, clock: () => new Date(), scale: 1, log }), findHolder });
});

const request = (headers: Record<string, string>, ip = '192.0.2.1') => ({ headers, ip }) as unknown as FastifyRequest; // all that is read of one
const basic = (name: string, key: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${key}`).toString('base64')}`,
});
const kindOf = async (headers: Record<string, string>, ip?: string) => (await keys.askerOf(request(headers, ip))).kind;

async function newKey() {
  const user = await signIn(server);
  return { user, key: await makeKey(server.db, { userId: user.id, scopes: ['read', 'sync'] }) };
}

it('finds the user of a key in each way of sending it, with the name that was typed', async () => {
  const { user, key } = await newKey();
  const found = { kind: 'user', viewer: { userId: user.id, scopes: ['read', 'sync'], membership: null } };
  for (const headers of [{ 'x-api-key': key }, { authorization: `Token ${key}` }])
    expect(await keys.askerOf(request(headers))).toMatchObject({ ...found, name: null });
  expect(await keys.askerOf(request(basic('阿明', key)))).toMatchObject({ ...found, name: '阿明' });
  const md5 = hashOfMd5(createHash('md5').update(key).digest('hex').toUpperCase());
  expect(await keys.askerBy(request({}), md5 && { md5 })).toMatchObject(found);
});

it('takes nothing else: no password, no session, no ended key; and asks nobody for one', async () => {
  const { user, key } = await newKey();
  const ip = '192.0.2.2';
  expect(await kindOf({}, ip)).toBe('visitor');
  expect(await kindOf(basic(user.username, 'their password'), ip)).toBe('wrong_key');
  expect(await kindOf(user.headers, ip)).toBe('wrong_key');
  expect(await kindOf({ 'x-api-key': 'unknown', ...basic('', key) }, ip)).toBe('wrong_key');
  const asked = await keys.askerOf(request({ 'x-api-key': key }, ip));
  const id = asked.kind === 'user' ? asked.viewer.sessionId : '';
  expect(await keys.findById(id)).toMatchObject({ userId: user.id });
  expect(await keys.findById(user.sessionId)).toBeNull();
  for (const [ban, kind] of [
    ['now()', 'wrong_key'],
    ['null', 'user'],
  ] as const) {
    await server.db.query(`update users set banned_at = ${ban} where id = $1`, [user.id]);
    expect(await kindOf({ 'x-api-key': key }, ip)).toBe(kind);
  }
  await server.db.query("update access_tokens set expires_at = now() - interval '1 second' where id = $1", [id]);
  expect(await kindOf({ 'x-api-key': key }, ip)).toBe('wrong_key');
  expect(await keys.findById(id)).toBeNull();
});

it('counts wrong keys of an address, however they are sent, and never holds up a right one', async () => {
  const { key } = await newKey();
  const ip = '192.0.2.3';
  const ways = [{ 'x-api-key': 'a' }, { authorization: 'Token b' }, basic('c', 'd')];
  for (let turn = 0; turn < 9; turn += 1) expect(await kindOf(ways[turn % 3] ?? {}, ip)).toBe('wrong_key');
  expect((await keys.askerBy(request({}, ip), null)).kind).toBe('wrong_key');
  const refused = { status: 429, retryAfterSeconds: expect.any(Number) };
  for (const headers of ways) await expect(keys.askerOf(request(headers, ip))).rejects.toMatchObject(refused);
  await expect(keys.askerBy(request({}, ip), null)).rejects.toMatchObject(refused);
  expect(await kindOf({ 'x-api-key': key }, ip)).toBe('user');
  expect(await kindOf({}, ip)).toBe('visitor');
  expect(await kindOf({ 'x-api-key': 'a' }, '192.0.2.4')).toBe('wrong_key');
});
