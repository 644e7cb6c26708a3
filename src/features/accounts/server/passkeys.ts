import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { type Db, type DbPool, withTransaction } from '../../../server/database/db.ts';
import { mostPasskeys } from '../rules.ts';
import { beginSession, type LoggedIn } from './accounts.ts';
import {
  countUse,
  findPasskey,
  insertChallenge,
  insertPasskey,
  type KnownPasskey,
  listPasskeysOf,
  type PasskeyRow,
  takeChallenge,
} from './passkey-queries.ts';
import { hasSession, lockUser } from './queries.ts';
import type { RelyingParty } from './relying-party.ts';
import type { SignedIn, UsedFrom } from './signed-in.ts';

const challengeSeconds = 5 * 60;
/** In base64url; no device calls a passkey by more than 1,023 bytes (Web Authentication, 4). */
const longestCredentialId = 1364;
/** Ed25519, ECDSA with P-256 and RSA, which devices have, by their COSE numbers. */
const algorithms = [-8, -7, -257];

/** Loaded with the first passkey: most of it reads certificates, and a site may have no passkey at all. */
const webauthn = () => import('@simplewebauthn/server');

/** What a device needs to make one more passkey; null: the user has as many as there may be. */
export async function offerPasskey(
  db: Db,
  { party, siteName, signedIn }: { party: RelyingParty; siteName: string; signedIn: SignedIn },
) {
  const { userId, username } = signedIn;
  const known = await listPasskeysOf(db, userId);
  if (known.length >= mostPasskeys) return null;
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    ...{ rpName: siteName, rpID: party.id, userName: username, userID: Uint8Array.from(handleOf(userId)) },
    ...{ timeout: challengeSeconds * 1000, attestationType: 'none', supportedAlgorithmIDs: algorithms },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
  });
  await insertChallenge(db, { challenge: options.challenge, userId, seconds: challengeSeconds });
  return options;
}

export type Added =
  | { kind: 'added'; passkey: PasskeyRow }
  | { kind: 'invalid' }
  | { kind: 'limit_reached' }
  /** The session has ended meanwhile. */
  | { kind: 'session_ended' };

/** Keeps the passkey that a device has made for the user's challenge; the challenge is spent in any case. */
export async function addPasskey(
  db: DbPool,
  given: { party: RelyingParty; signedIn: SignedIn; name: string; response: unknown },
): Promise<Added> {
  const { party, signedIn, name } = given;
  const { userId, sessionId } = signedIn;
  const challenge = await spend(db, { response: given.response, userId });
  if (challenge === null) return { kind: 'invalid' };
  const { verifyRegistrationResponse } = await webauthn();
  const verified = await verifyRegistrationResponse({
    response: given.response as RegistrationResponseJSON, // it says itself what it misses
    expectedChallenge: challenge,
    ...expectedOf(party),
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null); // whatever is wrong with it
  if (!verified?.verified) return { kind: 'invalid' };
  const { id: credentialId, publicKey, counter } = verified.registrationInfo.credential;
  if (credentialId.length > longestCredentialId) return { kind: 'invalid' };
  return withTransaction(db, async (tx): Promise<Added> => {
    await lockUser(tx, userId);
    // A new password ends other sessions: none of them may leave a way in behind.
    if (!(await hasSession(tx, { id: sessionId, userId }))) return { kind: 'session_ended' };
    if ((await listPasskeysOf(tx, userId)).length >= mostPasskeys) return { kind: 'limit_reached' };
    const passkey = await insertPasskey(tx, { userId, credentialId, publicKey, counter, name });
    return passkey ? { kind: 'added', passkey } : { kind: 'invalid' };
  });
}

/** What a device needs to log in with a passkey, whoever's it is. */
export async function offerLogin(db: Db, party: RelyingParty) {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    ...{ rpID: party.id, userVerification: 'required', timeout: challengeSeconds * 1000 },
  });
  await insertChallenge(db, { challenge: options.challenge, userId: null, seconds: challengeSeconds });
  return options;
}

/** Begins a session for whoever's passkey has signed a challenge that holds; the challenge is spent in any case. */
export async function logInByPasskey(
  db: DbPool,
  given: { party: RelyingParty; response: unknown; device: string; usedFrom: (username: string) => UsedFrom },
): Promise<LoggedIn> {
  const { party, response, device, usedFrom } = given;
  const challenge = await spend(db, { response, userId: null });
  const credentialId = credentialIdIn(response);
  const passkey = await findPasskey(db, credentialId);
  const refused: LoggedIn = { kind: 'refused', userId: passkey?.userId ?? null };
  if (challenge === null || !passkey || !isOwnHandle(response, passkey.userId)) return refused;
  const counter = await verifyUse({ party, response, challenge, credentialId, passkey });
  if (counter === null) return refused;
  const { id, userId, username, isBanned } = passkey;
  if (isBanned) return { kind: 'banned', userId };
  return withTransaction(db, async (tx): Promise<LoggedIn> => {
    const sessionId = (await countUse(tx, { id, counter }))
      ? await beginSession(tx, { userId, passwordHash: null, device, usedFrom: usedFrom(username) })
      : null;
    return sessionId === null ? refused : { kind: 'signed_in', signedIn: { sessionId, userId, username } };
  });
}

/** The counter that the device has signed; null: the passkey has not signed this, or the counter went back. */
async function verifyUse(given: {
  party: RelyingParty;
  response: unknown;
  challenge: string;
  credentialId: string;
  passkey: KnownPasskey;
}): Promise<number | null> {
  const { publicKey, counter } = given.passkey;
  const { verifyAuthenticationResponse } = await webauthn();
  const verified = await verifyAuthenticationResponse({
    response: given.response as AuthenticationResponseJSON, // it says itself what it misses
    expectedChallenge: given.challenge,
    ...expectedOf(given.party),
    credential: { id: given.credentialId, publicKey: Uint8Array.from(publicKey), counter },
  }).catch(() => null); // whatever is wrong with it
  return verified?.verified ? verified.authenticationInfo.newCounter : null;
}

const expectedOf = ({ id, origin }: RelyingParty) => ({
  expectedOrigin: origin,
  expectedRPID: id,
  requireUserVerification: true,
});

/** Takes the challenge that a device has signed; null: it names none that holds for this user, or for a login. */
async function spend(db: Db, given: { response: unknown; userId: string | null }): Promise<string | null> {
  const challenge = challengeIn(given.response);
  if (challenge === null) return null;
  return (await takeChallenge(db, { challenge, userId: given.userId })) ? challenge : null;
}

/** How a device calls its passkey; empty, as no passkey is called, for anything that is no such name. */
function credentialIdIn(response: unknown): string {
  const id = fieldOf(response, 'id');
  return typeof id === 'string' && /^[\w-]+$/.test(id) ? id : '';
}

const longestChallenge = 100;

function challengeIn(response: unknown): string | null {
  const text = fieldOf(fieldOf(response, 'response'), 'clientDataJSON');
  if (typeof text !== 'string') return null;
  try {
    const challenge = fieldOf(JSON.parse(Buffer.from(text, 'base64url').toString()), 'challenge');
    return typeof challenge === 'string' && /^[\w-]+$/.test(challenge) ? challenge.slice(0, longestChallenge) : null;
  } catch {
    return null; // no JSON
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
}

/** How devices call the user: the bytes of the id. */
function handleOf(userId: string): Buffer {
  return Buffer.from(userId.replaceAll('-', ''), 'hex');
}

/** A device tells whose passkey it took; ours always know. */
function isOwnHandle(response: unknown, userId: string): boolean {
  const handle = fieldOf(fieldOf(response, 'response'), 'userHandle');
  if (handle === undefined || handle === null) return true;
  return typeof handle === 'string' && Buffer.from(handle, 'base64url').equals(handleOf(userId));
}
