import type { Role } from '../../features/studio/contract.ts';
import type { TestServer } from './server.ts';
import { type SignedInUser, signIn } from './users.ts';

/** A user with that role, whose session was confirmed so many seconds ago; null: never. */
export async function signInStaff(
  server: Pick<TestServer, 'db' | 'config'>,
  role: Role,
  given: { confirmedSecondsAgo?: number | null; username?: string } = {},
): Promise<SignedInUser> {
  const { confirmedSecondsAgo = 0, ...named } = given;
  const user = await signIn(server, named);
  await server.db.query('insert into staff (user_id, role) values ($1, $2)', [user.id, role]);
  await server.db.query(`update sessions set confirmed_at = now() - make_interval(secs => $2) where id = $1`, [
    user.sessionId,
    confirmedSecondsAgo,
  ]);
  return user;
}
