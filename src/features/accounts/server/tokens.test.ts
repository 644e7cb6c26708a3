import { createHmac, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createTokens } from './tokens.ts';

const secret = 's'.repeat(32);
const tokens = createTokens({ secret });
const now = new Date('2026-05-01T12:00:00Z');
const dayMs = 24 * 60 * 60 * 1000;
const later = (ms: number) => new Date(now.getTime() + ms);
const claims = { sessionId: randomUUID(), userId: randomUUID() };

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
/** A token as an attacker would make it. */
function forge(given: { header?: object; payload?: object; key?: string; hash?: string } = {}): string {
  const seconds = Math.floor(now.getTime() / 1000);
  const head = encode({ alg: 'HS256', typ: 'JWT', ...given.header });
  const payload = {
    iss: 'longstrip',
    aud: 'longstrip',
    jti: claims.sessionId,
    sub: claims.userId,
    iat: seconds,
    exp: seconds + 60,
    ...given.payload,
  };
  const signed = `${head}.${encode(payload)}`;
  const signature = createHmac(given.hash ?? 'sha256', given.key ?? secret)
    .update(signed)
    .digest('base64url');
  return `${signed}.${signature}`;
}

describe('a token', () => {
  it('names its session and its user, and nobody else in it', async () => {
    const token = await tokens.sign({ ...claims, now });
    expect(await createTokens({ secret }).read(token, now)).toMatchObject(claims);
    const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect(Object.keys(payload).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'jti', 'sub']);
  });

  it('ends after 60 days, also where it was read before', async () => {
    const token = await tokens.sign({ ...claims, now });
    expect(await tokens.read(token, later(60 * dayMs - 1000))).toMatchObject(claims);
    for (const reader of [tokens, createTokens({ secret })])
      expect(await reader.read(token, later(60 * dayMs))).toBeNull();
  });

  it('made elsewhere with our key is taken, so that what follows is refused for its own fault', async () => {
    expect(await tokens.read(forge(), now)).toMatchObject(claims);
  });

  it.each([
    ['of another key', forge({ key: 'x'.repeat(32) })],
    ['without a signature', `${forge().split('.').slice(0, 2).join('.')}.`],
    ['of no algorithm', forge({ header: { alg: 'none' } })],
    ['of another algorithm with our key', forge({ header: { alg: 'HS512' }, hash: 'sha512' })],
    ['that says another algorithm than it has', forge({ header: { alg: 'HS384' } })],
    ['of another type', forge({ header: { typ: 'at+jwt' } })],
    ['of another issuer', forge({ payload: { iss: 'elsewhere' } })],
    ['for another party', forge({ payload: { aud: 'elsewhere' } })],
    ['that has expired', forge({ payload: { exp: Math.floor(now.getTime() / 1000) - 1 } })],
    ['that never expires', forge({ payload: { exp: undefined } })],
    ['without a session', forge({ payload: { jti: undefined } })],
    ['of a session that is no UUID', forge({ payload: { jti: "' or 1=1 --" } })],
    ['without a user', forge({ payload: { sub: undefined } })],
    ['that wants what nobody understands', forge({ header: { crit: ['x'], x: 1 } })],
    ['of several users', forge({ payload: { sub: [claims.userId] } })],
    ['that is no token', 'not.a.token'],
    ['that is empty', ''],
    ['that is long', `${forge()}${'x'.repeat(5000)}`],
  ])('%s opens nothing', async (_what, token) => {
    expect(await tokens.read(token, now)).toBeNull();
  });

  it('that was altered opens nothing', async () => {
    const token = await tokens.sign({ ...claims, now });
    const [head = '', , signature = ''] = token.split('.');
    const other = (await tokens.sign({ ...claims, userId: randomUUID(), now })).split('.')[1];
    expect(await tokens.read(`${head}.${other}.${signature}`, now)).toBeNull();
  });

  it('whose signature is spelled in another way opens nothing', async () => {
    const token = forge();
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = letters.indexOf(token.at(-1) ?? '');
    // Two bits of the last letter belong to no byte.
    const spellings = [1, 2, 3].map((bits) => token.slice(0, -1) + letters[last ^ bits]);
    for (const spelling of [...spellings, `${token}=`, `${token.slice(0, -4)} ${token.slice(-4)}`])
      expect([spelling, await tokens.read(spelling, now)]).toEqual([spelling, null]);
  });
});
