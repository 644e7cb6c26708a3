import type { FastifyRequest } from 'fastify';
import type { Db } from '../../../server/database/db.ts';
import { AppError, notFound, unauthenticated } from '../../../server/http/errors.ts';
import type { Platform } from '../../../server/http/platform.ts';
import { requestLanguage } from '../../../server/http/request-language.ts';
import { addOpenCall } from '../../../server/http/user-api.ts';
import { asksNotToBeTracked, visitorIdOf } from '../../../server/http/visitor.ts';
import type { TokenScope } from '../../../shared/calls.ts';
import type { Language } from '../../../shared/languages.ts';
import type { AppAddresses, Session, SessionsAnswer } from '../contract.ts';
import { accountCalls } from '../contract.ts';
import { checkLogin, checkNewPassword, checkRegistration, deviceOf, failureLimits, readInviteCode } from '../rules.ts';
import { acceptLogin } from './accept-login.ts';
import { requireAccepted } from './accepted.ts';
import {
  type AlsoForUser,
  changePassword,
  type EndWithPassword,
  endSession,
  getInviteCode,
  logIn,
  logOut,
  registerUser,
  type SignedIn,
} from './accounts.ts';
import { limitsOfAddress, loginLimits, nameForCounting, rightLoginLimits } from './address-limits.ts';
import type { Attempts } from './attempts.ts';
import { type Confirmations, usedFromOf } from './confirmation.ts';
import type { Hashing } from './passwords.ts';
import { resetPassword } from './people.ts';
import { findUserByInviteCode, isAddressKnown, listSessionsOf, type SessionRow } from './queries.ts';
import type { Tokens } from './tokens.ts';

/** Writes what a user has agreed to, in the transaction that makes the account. */
type NoteConsent = (tx: Db, given: { userId: string; language: Language; orderId: string | null }) => Promise<void>;

export interface AccountDeps extends Platform<SignedIn> {
  tokens: Pick<Tokens, 'sign'>;
  endWithPassword: EndWithPassword;
  /** The role of a user who runs the site; null: none. */
  findRole(userId: string): Promise<SessionsAnswer['role']>;
  /** What to type in apps where a token with these scopes is used; null: nothing. */
  appAddresses(scopes: readonly TokenScope[]): Promise<AppAddresses | null>;
  /** Hears which visitor has registered as which user, of those who did not ask not to be tracked. */
  noteRegistration(given: { visitorId: string; userId: string; now: Date }): Promise<void>;
  /** Ends the request where a reader has to agree to the site's documents and does not; what it gives notes the consent. */
  requireConsent(place: 'register', accept: unknown): NoteConsent;
  /** Keeps where somebody came from who registers, in the transaction that makes the account. */
  noteTouch(tx: Db, given: { userId: string; orderId: null; touch: unknown }): Promise<void>;
  /** Gives a new account its days of trial, in the transaction that makes it; null: none. */
  giveTrial(
    tx: Db,
    given: { user: { id: string; username: string }; isInvited: boolean; campaign: unknown; now: Date },
  ): Promise<{ days: number; expire_at: string } | null>;
  attempts: Attempts;
  hashing: Hashing;
  confirmations: Confirmations;
  /** The key that signs stored addresses, so that nobody else can find out whose they are. */
  addressKey: string;
}

/** Accounts' calls (spec: accounts.md#calls): nothing of what they answer is ever kept by anybody. */
export function mountAccounts(deps: AccountDeps): void {
  addEntranceCalls(deps);
  addSessionCalls(deps);
  addOwnCalls(deps);
}

/** For visitors; a token in the request is ignored. */
function addEntranceCalls(deps: AccountDeps): void {
  const { app, db, clock, attempts, hashing, endWithPassword } = deps;
  addOpenCall(app, accountCalls.logIn, async ({ body, request }) => {
    const { username, password } = requireAccepted(checkLogin(body));
    const device = deviceOf(request.headers['user-agent']);
    const usedFrom = usedFromOf(deps, { username, address: request.ip });
    const isKnownAddress = await isAddressKnown(db, usedFrom);
    const limits = [
      ...loginLimits({ username, address: request.ip, isKnownAddress }),
      ...rightLoginLimits({ username, address: request.ip }),
    ];
    const passwords = hashing.of({ account: nameForCounting(username), address: request.ip });
    const loggedIn = await attempts.run(limits, async () => {
      const value = await logIn(db, passwords, { username, password, device, usedFrom });
      return { value, counts: value.kind === 'refused' };
    });
    return acceptLogin(deps, request, {
      loggedIn,
      refusal: new AppError(401, 'invalid_credentials', 'Invalid username or password'),
    });
  });

  addOpenCall(app, accountCalls.register, async ({ body, request }) => {
    const accepted = requireAccepted(checkRegistration(body));
    const noteConsent = deps.requireConsent('register', body.accept);
    const invitedBy = await requireInviter(request, body.invite_code);
    const { campaign } = body;
    const given: { trial: Awaited<ReturnType<AccountDeps['giveTrial']>> } = { trial: null };
    const also: AlsoForUser = async (tx, user) => {
      await noteConsent(tx, { userId: user.id, language: requestLanguage(request.headers), orderId: null });
      if (!asksNotToBeTracked(request.headers))
        await deps.noteTouch(tx, { userId: user.id, orderId: null, touch: body.touch });
      given.trial = await deps.giveTrial(tx, { user, isInvited: invitedBy !== null, campaign, now: clock() });
    };
    const usedFrom = usedFromOf(deps, { username: accepted.username.shown, address: request.ip });
    const passwords = hashing.of({ account: accepted.username.key, address: request.ip });
    const registered = await attempts.run(limitsOfAddress(failureLimits.registration, request.ip), async () => ({
      value: await registerUser(db, passwords, { ...accepted, invitedBy, usedFrom, also }),
      counts: true, // created, or refused because the name is taken
    }));
    if (registered.kind === 'username_taken')
      throw new AppError(409, 'username_taken', 'This username is already taken');
    const { id: uuid, username } = registered.user;
    request.log.info({ event: 'registered', userId: uuid }, 'registered');
    await tellNumbers(request, uuid);
    return { result: { uuid, username, ...(given.trial && { trial: given.trial }) } };
  });

  addOpenCall(app, accountCalls.resetPassword, async ({ body, request }) => {
    const { code } = body;
    const { password } = requireAccepted(checkNewPassword(body.new_password));
    const passwords = hashing.of({ account: code, address: request.ip });
    const userId = await attempts.run(limitsOfAddress(failureLimits.passwordLink, request.ip), async () => {
      const value = await resetPassword(db, passwords, { code, password, also: endWithPassword });
      return { value, counts: value === null };
    });
    if (userId === null) throw new AppError(410, 'reset_link_invalid', 'This link has been used or has ended');
    request.log.warn({ event: 'password_reset', userId }, 'password chosen by a link, all sessions ended');
    return { result: true as const };
  });

  /** The user is registered already: a failure here is told to the log alone. */
  async function tellNumbers(request: FastifyRequest, userId: string): Promise<void> {
    const visitorId = asksNotToBeTracked(request.headers) ? null : visitorIdOf(request.headers);
    if (visitorId === null) return;
    await deps.noteRegistration({ visitorId, userId, now: clock() }).catch((error: unknown) => {
      request.log.warn(
        { event: 'registration_not_linked', userId, err: error },
        'the visitor is not linked to the user',
      );
    });
  }

  /** The inviter; null without a code. */
  async function requireInviter(request: FastifyRequest, typed: string | null | undefined): Promise<string | null> {
    const read = readInviteCode(typed);
    if (read.kind === 'none') return null;
    const inviter = await attempts.run(limitsOfAddress(failureLimits.inviteCode, request.ip), async () => {
      const value = read.kind === 'code' ? await findUserByInviteCode(db, read.code) : null;
      return { value, counts: value === null };
    });
    if (inviter === null) throw new AppError(422, 'invite_code_invalid', 'This invitation code is not valid');
    return inviter;
  }
}

function addSessionCalls({ users, db, findRole }: AccountDeps): void {
  users.add(accountCalls.logOut, ({ viewer }) => logOut(db, viewer));

  users.add(accountCalls.listSessions, async ({ viewer }) => {
    const [sessions, role] = await Promise.all([listSessionsOf(db, viewer.userId), findRole(viewer.userId)]);
    return { result: sessions.map((row) => presentSession(row, viewer)), role };
  });

  users.add(accountCalls.endSession, async ({ viewer, params }) => {
    const ended = await endSession(db, viewer, params.id);
    if (!ended) throw notFound('session_not_found', 'There is no such session');
  });
}

function addOwnCalls(deps: AccountDeps): void {
  const { users, db, attempts, hashing, confirmations, endWithPassword } = deps;

  users.add(accountCalls.changePassword, async ({ viewer: signedIn, body, address, log }) => {
    const { password } = requireAccepted(checkNewPassword(body.new_password));
    await confirmations.requireRecent({ signedIn, password: body.password, address });
    const { userId, username } = signedIn;
    const usedFrom = usedFromOf(deps, { username, address });
    const passwords = hashing.of({ account: nameForCounting(username), address });
    const limit = { ...failureLimits.passwordChange, subject: userId };
    const changed = await attempts.run([limit], async () => ({
      value: await changePassword(db, passwords, { signedIn, password, alsoEnd: endWithPassword, usedFrom }),
      counts: true,
    }));
    if (!changed) throw unauthenticated();
    log.warn({ event: 'password_changed', userId }, 'other sessions ended');
    return { result: true as const };
  });

  users.add(accountCalls.getInviteCode, async ({ viewer }) => ({ result: await getInviteCode(db, viewer) }));
}

function presentSession(row: SessionRow, viewer: SignedIn): Session {
  return {
    id: row.id,
    created_at: row.createdAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
    device: row.device,
    current: row.id === viewer.sessionId,
  };
}
