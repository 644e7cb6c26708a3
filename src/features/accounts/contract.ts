import * as z from 'zod/mini';
import { timestamp, uuid } from '../../shared/wire.ts';

/**
 * Fields that people fill in may be missing here: rules.ts reports them in spec: accounts.md#rules's words. Unknown
 * fields are ignored, so `user_type` needs no name (spec: accounts.md#rules).
 */
const field = z.optional(z.string());

export const loginBody = z.object({ username: field, password: field });
export const registerBody = z.object({ username: field, password: field, invite_code: field });
export const passwordBody = z.object({ new_password: field });

export const resetPasswordBody = z.object({ code: z.string(), new_password: field });

export const loginAnswer = z.object({ jwt_token: z.string(), uuid, username: z.string() });
export const registerAnswer = z.object({ result: z.object({ uuid, username: z.string() }) });
export const passwordAnswer = z.object({ result: z.literal(true) });
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

export type LoginAnswer = z.infer<typeof loginAnswer>;
export type RegisterAnswer = z.infer<typeof registerAnswer>;
export type PasswordAnswer = z.infer<typeof passwordAnswer>;
export type InviteCodeAnswer = z.infer<typeof inviteCodeAnswer>;
export type Session = z.infer<typeof session>;
export type SessionsAnswer = z.infer<typeof sessionsAnswer>;
