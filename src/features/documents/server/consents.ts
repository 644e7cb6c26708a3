import type { Db } from '../../../server/database/db.ts';
import { AppError } from '../../../server/http/errors.ts';
import type { Language } from '../../../shared/languages.ts';
import type { ReadSetting } from '../../../shared/site-settings.ts';
import { agreedDocuments, type ConsentPlace, documentsInForce, lackingConsent } from '../rules.ts';
import { insertConsents, selectConsents } from './queries.ts';

/** Writes what was agreed to, in the transaction that makes the account or the order. */
export type NoteConsent = (
  tx: Db,
  given: { userId: string; language: Language; orderId: string | null },
) => Promise<void>;

/**
 * Ends the request with 400 and the versions in force where a reader has to agree to the site's documents and does not;
 * returns what notes the consent.
 */
export function requireConsent(
  given: { setting: ReadSetting; now: Date },
  { place, accept }: { place: ConsentPlace; accept: unknown },
): NoteConsent {
  const { setting, now } = given;
  const asked = setting('consent');
  const inForce = documentsInForce(setting('documents'), now);
  const lacking = lackingConsent({ asked, place, inForce, accept });
  if (lacking)
    throw new AppError(400, 'consent_needed', 'Please read and accept the terms first', {
      extra: { documents: lacking },
    });
  const isAsked = asked === 'both' || asked === place;
  const agreed = isAsked ? agreedDocuments.filter((name) => inForce[name] !== undefined) : [];
  return (tx, { userId, language, orderId }) =>
    insertConsents(
      tx,
      userId,
      agreed.map((document) => ({ document, version: inForce[document] ?? null, language, orderId })),
    );
}

/** What a user has agreed to, oldest first, as the studio tells it. */
export async function listConsents(db: Db, userId: string) {
  return (await selectConsents(db, userId)).map(({ orderId, at, ...consent }) => ({
    ...consent,
    at: at.toISOString(),
    order_id: orderId,
  }));
}
