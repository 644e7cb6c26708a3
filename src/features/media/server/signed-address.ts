import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The signing keys, the current one first; an older key still verifies what it signed. Versions never repeat. */
export type SigningKeys = readonly [SigningKey, ...SigningKey[]];
type SigningKey = { version: string; secret: string };

/** The query of a signed address. */
export type Signature = {
  e?: string | undefined;
  s?: string | undefined;
  v?: string | undefined;
  sig?: string | undefined;
};

const lifetimeMs = 6 * 60 * 60 * 1000;
/** Addresses made within the same quarter of an hour are equal, so that a browser's cache may serve them. */
const bucketMs = 15 * 60 * 1000;

/** A key made of the settings' secret; changing the secret changes its version too. */
export function signingKey(secret: string): SigningKey {
  return { version: createHash('sha256').update(`longstrip key version\n${secret}`).digest('hex').slice(0, 8), secret };
}

export type Target = { imageId: string; variant: string };

function macOf(key: SigningKey, target: Target, right: { audience: string; expiry: string }): Buffer {
  const signed = ['1', key.version, target.imageId, target.variant, right.audience, right.expiry];
  return createHmac('sha256', key.secret).update(signed.join('\n')).digest();
}

/** The time when addresses that are signed now stop working. */
export function addressExpiry(now: Date): Date {
  return new Date((Math.floor(now.getTime() / bucketMs) + 1) * bucketMs + lifetimeMs);
}

/**
 * The address of one file of one image for one audience (22 URL-safe characters), good for six hours at least, or until
 * `expiresAt`.
 */
export function signImageAddress(
  target: Target,
  facts: { audience: string; keys: SigningKeys; now: Date; expiresAt?: Date },
): string {
  const [key] = facts.keys;
  const expiry = String((facts.expiresAt ?? addressExpiry(facts.now)).getTime());
  const mac = macOf(key, target, { audience: facts.audience, expiry }).toString('base64url');
  const query = new URLSearchParams({ e: expiry, s: facts.audience, v: key.version, sig: mac });
  return `/media/${target.imageId}/${target.variant}?${query}`;
}

/** Whether an address claims to be signed, rightly or not. */
export function isSigned({ e, s, sig }: Signature): boolean {
  return e !== undefined || s !== undefined || sig !== undefined;
}

/** The audience that an address was signed for; null when the address is guessed, altered or expired. */
export function verifyImageAddress(
  target: Target,
  given: Signature,
  facts: { keys: SigningKeys; now: Date },
): { audience: string } | null {
  const { e: expiry, s: audience, v: version, sig } = given;
  if (!expiry || !audience || !version || !sig) return null;
  if (!/^\d{13,15}$/.test(expiry) || !/^[\w-]{22}$/.test(audience) || !/^[\w-]{43}$/.test(sig)) return null;
  const key = facts.keys.find((candidate) => candidate.version === version);
  if (!key) return null;
  const sent = Buffer.from(sig, 'base64url');
  const expected = macOf(key, target, { audience, expiry });
  // base64url has several spellings for the same bytes; only the spelling that we wrote counts.
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) return null;
  if (expected.toString('base64url') !== sig || Number(expiry) <= facts.now.getTime()) return null;
  return { audience };
}
