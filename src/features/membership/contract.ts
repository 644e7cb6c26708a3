import * as z from 'zod/mini';
import { timestamp } from '../../shared/wire.ts';

/** A reader's membership; `is_expired` by the database's clock at the moment of the answer. */
export const membership = z.object({ expire_at: timestamp, is_expired: z.boolean() });
export const membershipAnswer = z.object({ result: z.nullable(membership) });

export const redeemBody = z.object({ code: z.string() });
export const redeemAnswer = z.object({ result: z.object({ expire_at: timestamp }) });

export type MembershipAnswer = z.infer<typeof membershipAnswer>;
export type RedeemAnswer = z.infer<typeof redeemAnswer>;
