import { createPasswords } from '../../features/accounts/server/passwords.ts';
import type { Role } from '../../features/studio/contract.ts';
import type { TestServer } from './server.ts';
import { type SignedInUser, signIn } from './users.ts';

/** The password of everybody whom `signInStaff` makes. */
export const passwordOfStaff = 'a password';
let hashed: Promise<string> | null = null;

/** A user with that role, whose session was confirmed so many seconds ago; null: never. */
export async function signInStaff(
  server: Pick<TestServer, 'db' | 'config'>,
  role: Role,
  given: { confirmedSecondsAgo?: number | null; username?: string } = {},
): Promise<SignedInUser> {
  const { confirmedSecondsAgo = 0, ...named } = given;
  const user = await signIn(server, named);
  hashed ??= createPasswords().hash(passwordOfStaff);
  await server.db.query('update users set password_hash = $2 where id = $1', [user.id, await hashed]);
  await server.db.query('insert into staff (user_id, role) values ($1, $2)', [user.id, role]);
  await server.db.query(`update sessions set confirmed_at = now() - make_interval(secs => $2) where id = $1`, [
    user.sessionId,
    confirmedSecondsAgo,
  ]);
  return user;
}
