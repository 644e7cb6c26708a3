import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../server/http/errors.ts';
import type { Clock } from '../../../server/process/clock.ts';
import type { ReadSetting } from '../../../shared/site-settings.ts';
import type { LoginAnswer } from '../contract.ts';
import type { LoggedIn } from './accounts.ts';
import type { Tokens } from './tokens.ts';

interface LoginDeps {
  setting: ReadSetting;
  clock: Clock;
  tokens: Pick<Tokens, 'sign'>;
}

/** The answer to a login that has begun a session; any other rejects, and the log says whose it was. */
export async function acceptLogin(
  { setting, clock, tokens }: LoginDeps,
  request: FastifyRequest,
  { loggedIn, refusal }: { loggedIn: LoggedIn; refusal: AppError },
): Promise<LoginAnswer> {
  if (loggedIn.kind === 'refused') {
    request.log.warn({ event: 'login_failed', userId: loggedIn.userId, address: request.ip }, 'login refused');
    throw refusal;
  }
  if (loggedIn.kind === 'banned') {
    request.log.warn({ event: 'login_of_banned', userId: loggedIn.userId, address: request.ip }, 'login refused');
    throw new AppError(403, 'account_banned', `This account has been suspended. Write to ${setting('contact')}`);
  }
  const { userId, username } = loggedIn.signedIn;
  const token = await tokens.sign({ ...loggedIn.signedIn, now: clock() });
  request.log.info({ event: 'logged_in', userId }, 'logged in');
  return { jwt_token: token, uuid: userId, username };
}
