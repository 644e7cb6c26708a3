import { paths } from '../../../shared/paths.ts';
import { nextOf } from '../../../web/next-address.ts';
import { withLanguage } from '../../../web/router.tsx';
import { currentUser } from '../../../web/session.ts';
import { storeSession } from '../../../web/stored-session.ts';
import type { LoginAnswer } from '../contract.ts';

/** Keeps the new session and leads to where `?next=` says; false: this browser keeps nothing. */
export function enter({ jwt_token: token, uuid, username }: LoginAnswer, search: string): boolean {
  storeSession({ token, uuid, username });
  if (!currentUser()) return false;
  location.replace(withLanguage(nextOf(search) ?? paths.home(), search));
  return true;
}
