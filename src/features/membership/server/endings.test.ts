import { expect, it } from 'vitest';
import { serverForTests } from '../../../app/testing/server.ts';
import { daysFromNow, type SignedInUser, signIn } from '../../../app/testing/users.ts';
import { tellEndings } from './endings.ts';

const server = serverForTests();

async function toldTo({ headers }: SignedInUser): Promise<string[]> {
  const answer = await server.app.inject({ url: '/api/v1/user/inbox', headers });
  return answer
    .json()
    .data.result.map(({ kind, expire_at }: { kind: string; expire_at: string }) => `${kind} ${expire_at}`);
}

it('members are told once that their membership ends in under three days, and that it has ended', async () => {
  const [late, soon, ended, longAgo] = [daysFromNow(3.1), daysFromNow(2.9), daysFromNow(-0.001), daysFromNow(-4)];
  const users = [];
  for (const expireAt of [late, soon, ended, longAgo]) users.push(await signIn(server, { expireAt }));
  const visitor = await signIn(server);
  const made = await Promise.all([tellEndings(server.db), tellEndings(server.db), tellEndings(server.db)]);
  expect(made.reduce((sum, { ending, ended: over }) => sum + ending + over, 0)).toBe(2);
  expect(await Promise.all([...users, visitor].map(toldTo))).toEqual([
    [],
    [`membership_ending ${soon.toISOString()}`],
    [`membership_ended ${ended.toISOString()}`],
    [],
    [],
  ]);
  const [, renewed] = users;
  if (!renewed) throw new Error('Nobody has renewed');
  const again = daysFromNow(2);
  await server.db.query('update memberships set expire_at = $2 where user_id = $1', [renewed.id, again]);
  await tellEndings(server.db);
  expect((await toldTo(renewed))[0]).toBe(`membership_ending ${again.toISOString()}`);
});
