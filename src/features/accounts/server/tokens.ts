import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import { uuid } from '../../../shared/wire.ts';
import { sessionDays } from '../rules.ts';

/** The content of a token: a session and its user. Whether the session still holds only the database knows. */
export interface TokenClaims {
  sessionId: string;
  userId: string;
}

export interface Tokens {
  sign(claims: TokenClaims & { now: Date }): Promise<string>;
  /** The claims of a token that we signed and that has not expired; null for anything else. */
  read(token: string, now: Date): Promise<TokenClaims | null>;
}

const lifetimeSeconds = sessionDays.inAll * 24 * 60 * 60;
const algorithm = 'HS256';
const party = 'longstrip';
const longestToken = 2000;
const mostRemembered = 10_000;

const claimsOfToken = z.object({ jti: uuid, sub: uuid, exp: z.number() });

/** Tokens signed with one key by one algorithm; all others are refused (spec: accounts.md#tokens). */
export function createTokens({ secret }: { secret: string }): Tokens {
  const key = new TextEncoder().encode(secret);
  // A signature does not change: for a token that was once valid only the expiry is checked.
  const known = new Map<string, TokenClaims & { expiresAtMs: number }>();

  async function verify(token: string, now: Date) {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      issuer: party,
      audience: party,
      typ: 'JWT',
      currentDate: now,
      requiredClaims: ['exp', 'iat', 'jti', 'sub'],
    });
    const { jti, sub, exp } = z.parse(claimsOfToken, payload);
    return { sessionId: jti, userId: sub, expiresAtMs: exp * 1000 };
  }

  return {
    sign({ sessionId, userId, now }) {
      const issuedAt = Math.floor(now.getTime() / 1000);
      return new SignJWT()
        .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
        .setIssuer(party)
        .setAudience(party)
        .setSubject(userId)
        .setJti(sessionId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimeSeconds)
        .sign(key);
    },

    async read(token, now) {
      const remembered = known.get(token);
      if (remembered) return remembered.expiresAtMs > now.getTime() ? remembered : null;
      if (token.length > longestToken || !isOurSpelling(token)) return null;
      const claims = await verify(token, now).catch(() => null); // a faulty token gives no rights, whatever its fault
      if (!claims) return null;
      if (known.size >= mostRemembered) known.clear();
      known.set(token, claims);
      return claims;
    },
  };
}

/** Base64url has several spellings for the same bytes; a signature counts only in our spelling. */
function isOurSpelling(token: string): boolean {
  const signature = /^[\w-]+\.[\w-]+\.([\w-]{43})$/.exec(token)?.[1];
  return signature !== undefined && Buffer.from(signature, 'base64url').toString('base64url') === signature;
}
