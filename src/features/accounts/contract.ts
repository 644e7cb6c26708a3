import * as z from 'zod/mini';
import { defineCall, tokenScopes } from '../../shared/calls.ts';
import { storable, timestamp, uuid } from '../../shared/wire.ts';

/**
 * Fields that people fill in may be missing here: rules.ts reports them in spec: accounts.md#rules's words. Unknown
 * fields are ignored, so `user_type` needs no name (spec: accounts.md#rules).
 */
const field = z.optional(z.string());

export const loginBody = z.object({ username: field, password: field });
/** Where the reader came from, as their browser tells it; wrong parts are dropped. */
const touch = z.optional(z.unknown());

/**
 * `accept`: the versions of the documents that the reader agrees to; anything where the site asks for none. `campaign`: the
 * word that may give days of trial; any other gives none.
 */
export const registerBody = z.object({
  username: field,
  password: field,
  invite_code: z.nullish(z.string()),
  accept: z.optional(z.unknown()),
  campaign: z.optional(z.unknown()),
  touch,
});
export const passwordBody = z.object({ new_password: field, password: field });

export const resetPasswordBody = z.object({ code: z.string(), new_password: field });

export const recoverBody = z.object({ username: field, code: field, new_password: field });
/** For calls that want the present password and nothing else. */
export const presentPasswordBody = z.object({ password: field });

export const loginAnswer = z.object({ jwt_token: z.string(), uuid, username: z.string() });
/** `trial`: only where the account begins with days of membership. */
export const registerAnswer = z.object({
  result: z.object({
    uuid,
    username: z.string(),
    trial: z.optional(z.object({ days: z.number(), expire_at: timestamp })),
  }),
});
export const passwordAnswer = z.object({ result: z.literal(true) });
/** When the codes were made, and how many are unused; null: there are none. */
export const recoveryCodesAnswer = z.object({
  result: z.nullable(z.object({ created_at: timestamp, left: z.number() })),
});
export const newRecoveryCodesAnswer = z.object({ result: z.object({ codes: z.array(z.string()) }) });
export const recoverAnswer = z.object({ result: z.object({ left: z.number() }) });
export const inviteCodeAnswer = z.object({ result: z.string() });

/** A login that has not ended; `device` is empty when its browser does not name itself. */
export const session = z.object({
  id: uuid,
  created_at: timestamp,
  last_seen_at: timestamp,
  device: z.string(),
  current: z.boolean(),
});
/** `role` is that of somebody who runs the site; null: the user is a reader like any other. */
export const sessionsAnswer = z.object({
  result: z.array(session),
  role: z.nullable(z.enum(['owner', 'editor', 'support'])),
});
/** Any text: an id that is not a UUID names no session of the caller's, and gets the same answer. */
export const sessionParams = z.object({ id: z.string() });

/** A key by which a program of the user makes some calls; `expires_at`: null for never. */
export const accessToken = z.object({
  id: uuid,
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  last_four: z.string(),
  created_at: timestamp,
  expires_at: z.nullable(timestamp),
  last_used_at: z.nullable(timestamp),
});
export const accessTokensAnswer = z.object({ result: z.array(accessToken) });
/** What to type where: in apps that read, the OPDS address also as a picture; or in a program that publishes. */
export const appAddresses = z.union([
  z.object({
    ...{ kind: z.literal('reading'), opds: z.string(), opds_qr: z.string() },
    ...{ komga: z.string(), koreader: z.string() },
  }),
  z.object({ kind: z.literal('publishing'), api: z.string() }),
]);
/** `apps`: null where there is no door for the token. */
export const newAccessTokenAnswer = z.object({
  result: z.extend(accessToken, { token: z.string(), apps: z.nullable(appAddresses) }),
});
const longestTokenName = 60;
const longestTokenDays = 365;
export const accessTokenBody = z.object({
  name: z
    .pipe(
      z.string(),
      z.transform((name) => name.trim()),
    )
    .check(
      storable,
      z.refine(
        (name) => name !== '' && [...name].length <= longestTokenName,
        `must have 1 to ${longestTokenName} characters`,
      ),
    ),
  scopes: z.pipe(
    z.array(z.enum(tokenScopes)).check(z.minLength(1)),
    z.transform((scopes) => tokenScopes.filter((scope) => scopes.includes(scope))),
  ),
  expires_in_days: z.optional(z.int().check(z.minimum(1), z.maximum(longestTokenDays))),
  password: field,
});
export type AccessToken = z.infer<typeof accessToken>;
export type MadeToken = z.infer<typeof newAccessTokenAnswer>['result'];
export type AppAddresses = z.infer<typeof appAddresses>;

export type LoginAnswer = z.infer<typeof loginAnswer>;
export type Session = z.infer<typeof session>;
export type SessionsAnswer = z.infer<typeof sessionsAnswer>;

export const accountCalls = {
  logIn: defineCall({
    method: 'POST',
    path: '/user/login',
    who: 'anyone',
    summary: 'Log in',
    description: 'The token goes into `Authorization: Token …`. Ten failures in 15 minutes are followed by 429.',
    body: loginBody,
    answer: loginAnswer,
    failures: [401, 403],
  }),
  register: defineCall({
    method: 'POST',
    path: '/user/register',
    who: 'anyone',
    summary: 'Register',
    description:
      'A name of 4–16 letters and digits of any script, a password of 5–25 characters. Does not log in. ' +
      'Fields of other names are ignored.',
    body: registerBody,
    answer: registerAnswer,
    failures: [409, 422],
  }),
  resetPassword: defineCall({
    method: 'POST',
    path: '/user/reset_password',
    who: 'anyone',
    summary: 'Choose a new password by the link that the site has sent',
    description: '8–128 characters. All sessions of the user end. Ten wrong codes in an hour are followed by 429.',
    body: resetPasswordBody,
    answer: passwordAnswer,
    failures: [410],
  }),
  recover: defineCall({
    method: 'POST',
    path: '/user/recover',
    who: 'anyone',
    summary: 'Choose a new password by a recovery code',
    description:
      '8–128 characters. The code is spent, and all sessions of the user end. `left` is how many codes are unused. Ten ' +
      'failures for an account in 15 minutes are followed by 429.',
    body: recoverBody,
    answer: recoverAnswer,
    failures: [401],
  }),
  getRecoveryCodes: defineCall({
    method: 'GET',
    path: '/user/recovery_codes',
    who: 'user',
    summary: "When the caller's recovery codes were made, and how many are left",
    answer: recoveryCodesAnswer,
  }),
  makeRecoveryCodes: defineCall({
    method: 'POST',
    path: '/user/recovery_codes',
    who: 'user',
    summary: 'Make recovery codes in the place of any earlier ones',
    description: 'Each gives a new password once. They are told in this answer alone.',
    body: presentPasswordBody,
    answer: newRecoveryCodesAnswer,
    status: 201,
    failures: [403],
  }),
  listAccessTokens: defineCall({
    method: 'GET',
    path: '/user/tokens',
    who: 'user',
    summary: "The caller's access tokens that have not ended, the oldest first",
    answer: accessTokensAnswer,
  }),
  makeAccessToken: defineCall({
    method: 'POST',
    path: '/user/tokens',
    who: 'user',
    summary: 'Make an access token for a program',
    description:
      'It goes into `Authorization: Token lst_…`, and is told in this answer alone. `read` opens the GETs of the ' +
      'catalogue, chapters, membership and library, `sync` the reads and writes of the library, and events. `publish`, ' +
      'only for owners and editors, opens the calls by which programs publish. Without ' +
      '`expires_in_days` it never ends. At most 20.',
    body: accessTokenBody,
    answer: newAccessTokenAnswer,
    status: 201,
    failures: [403, 409],
  }),
  endAccessToken: defineCall({
    method: 'DELETE',
    path: '/user/tokens/:id',
    who: 'user',
    summary: "End one of the caller's access tokens",
    params: sessionParams,
    failures: [404],
  }),
  logOut: defineCall({
    method: 'POST',
    path: '/user/logout',
    who: 'user',
    summary: 'End this session',
  }),
  listSessions: defineCall({
    method: 'GET',
    path: '/user/sessions',
    who: 'user',
    summary: "The caller's sessions, the last used first, and their role",
    answer: sessionsAnswer,
  }),
  endSession: defineCall({
    method: 'DELETE',
    path: '/user/sessions/:id',
    who: 'user',
    summary: "End one of the caller's sessions",
    params: sessionParams,
    failures: [404],
  }),
  changePassword: defineCall({
    method: 'POST',
    path: '/user/update_password',
    who: 'user',
    summary: "Change the caller's password",
    description:
      '8–128 characters. Every other session of the user ends at once, and so does the address of their own feed; ' +
      'this session goes on. Ten changes in an hour are followed by 429. `password` is the present one: a session that ' +
      'was confirmed by it or by a login within 15 minutes may leave it out.',
    body: passwordBody,
    answer: passwordAnswer,
    failures: [403],
  }),
  getInviteCode: defineCall({
    method: 'GET',
    path: '/user/invite_code',
    who: 'user',
    summary: "The caller's invite code, the same each time",
    answer: inviteCodeAnswer,
  }),
};

/** What a device has answered; the library that checks it says what it misses. */
const deviceAnswer = z.record(z.string(), z.unknown());
/** What the browser hands to its device: the library of the server writes it, that of the browser reads it. */
const deviceOptions = z.object({ result: z.looseObject({ challenge: z.string() }) });

/** 1–60 code points; spaces around it do not count. */
const passkeyName = z
  .pipe(
    z.string(),
    z.transform((text) => text.normalize('NFC').trim()),
  )
  .check(
    z.refine((name) => name !== '' && Array.from(name).length <= 60, 'must have 1 to 60 characters'),
    z.refine((name) => !/[\p{Cc}\p{Surrogate}]/u.test(name), 'has characters that cannot be stored'),
  );

export const passkey = z.object({
  id: uuid,
  name: z.string(),
  created_at: timestamp,
  last_used_at: z.nullable(timestamp),
});
export type Passkey = z.infer<typeof passkey>;
/** Any text: an id that is not a UUID names no passkey of the caller's, and gets the same answer. */
const passkeyParams = z.object({ id: z.string() });

export const passkeyCalls = {
  offerPasskey: defineCall({
    method: 'POST',
    path: '/user/passkeys/options',
    who: 'user',
    summary: 'What a device needs to make a passkey, for five minutes and one passkey',
    description: 'A site whose host is an IP address has no passkeys: all these calls are 404 there.',
    body: z.object({ password: field }),
    answer: deviceOptions,
    failures: [403, 404, 409],
  }),
  addPasskey: defineCall({
    method: 'POST',
    path: '/user/passkeys',
    who: 'user',
    summary: 'Add the passkey that a device has made; at most 10',
    body: z.object({ name: z._default(passkeyName, 'Passkey'), response: deviceAnswer }),
    answer: z.object({ result: passkey }),
    status: 201,
    failures: [404, 409],
  }),
  listPasskeys: defineCall({
    method: 'GET',
    path: '/user/passkeys',
    who: 'user',
    summary: "The caller's passkeys, the oldest first",
    answer: z.object({ result: z.array(passkey) }),
    failures: [404],
  }),
  renamePasskey: defineCall({
    method: 'PATCH',
    path: '/user/passkeys/:id',
    who: 'user',
    summary: "Name one of the caller's passkeys",
    params: passkeyParams,
    body: z.object({ name: passkeyName }),
    answer: z.object({ result: passkey }),
    failures: [404],
  }),
  deletePasskey: defineCall({
    method: 'DELETE',
    path: '/user/passkeys/:id',
    who: 'user',
    summary: "Delete one of the caller's passkeys",
    params: passkeyParams,
    failures: [404],
  }),
  offerLogin: defineCall({
    method: 'POST',
    path: '/user/passkeys/login/options',
    who: 'anyone',
    summary: 'What a device needs to log in with a passkey, for five minutes and one login',
    answer: deviceOptions,
    failures: [404],
  }),
  logInByPasskey: defineCall({
    method: 'POST',
    path: '/user/passkeys/login',
    who: 'anyone',
    summary: 'Log in with a passkey',
    body: z.object({ response: deviceAnswer }),
    answer: loginAnswer,
    failures: [401, 403, 404],
  }),
};

declare module '../../shared/calls.ts' {
  interface DeclaredCalls {
    accounts: typeof accountCalls;
    passkeys: typeof passkeyCalls;
  }
}
