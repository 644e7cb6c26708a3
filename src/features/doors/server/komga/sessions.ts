import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * A session of the Komga shape: a signed text that names the key which it was given for, so that it ends with that key
 * and no row is kept. It is of no use at any other door.
 */
export interface Session {
  keyId: string;
  /** The user name that was typed at the sign-in; null: none was. */
  name: string | null;
}

const sessionCookie = 'KOMGA-SESSION';
const rememberedCookie = 'komga-remember-me';
const tokenHeader = 'x-auth-token';
const lastsSeconds = 7 * 24 * 60 * 60;

export interface Sessions {
  /** The session that a request brings, by its header or a cookie; `value` is null where it brings only a remembered one. */
  find(request: FastifyRequest): { session: Session; value: string | null } | null;
  /** Gives a session to a caller: a new one, or in the header the one that they brought. */
  give(request: FastifyRequest, reply: FastifyReply, session: Session, value?: string | null): void;
}

export function createSessions(given: { secret: string; isSecure: boolean; now: () => Date }): Sessions {
  const { secret, isSecure, now } = given;
  const sign = (kind: string, payload: string) =>
    createHmac('sha256', secret).update(`longstrip komga ${kind}\n${payload}`).digest('base64url');

  function write(kind: string, { keyId, name }: Session): string {
    const ends = Math.floor(now().getTime() / 1000) + lastsSeconds;
    const payload = Buffer.from(JSON.stringify([keyId, name, ends])).toString('base64url');
    return `${payload}.${sign(kind, payload)}`;
  }

  function read(kind: string, text: string): Session | null {
    const [payload = '', signature = ''] = text.split('.');
    const [own, others] = [Buffer.from(sign(kind, payload)), Buffer.from(signature)];
    if (own.length !== others.length || !timingSafeEqual(own, others)) return null;
    // Only `write` signs.
    const [keyId, name, ends] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
      string,
      string | null,
      number,
    ];
    return ends * 1000 > now().getTime() ? { keyId, name } : null;
  }

  return {
    find({ headers }) {
      const cookies = readCookies(headers.cookie);
      for (const value of [String(headers[tokenHeader] ?? ''), cookies.get(sessionCookie) ?? '']) {
        const session = read(sessionCookie, value);
        if (session) return { session, value };
      }
      const remembered = read(rememberedCookie, cookies.get(rememberedCookie) ?? '');
      return remembered && { session: remembered, value: null };
    },
    give(request, reply, session, brought = null) {
      const { query } = request as FastifyRequest<{ Querystring: Record<string, unknown> }>; // any route's query is such
      const isRemembered = query['remember-me'] === 'true';
      const value = brought ?? write(sessionCookie, session);
      if (request.headers[tokenHeader] !== undefined) reply.header('X-Auth-Token', value);
      if (brought !== null && !isRemembered) return;
      const isAtRoot = request.originalUrl !== request.url;
      const cookie = (name: string, value: string) =>
        [
          `${name}=${value}`,
          `Path=${isAtRoot ? '/' : '/komga'}`,
          `Max-Age=${lastsSeconds}`,
          'HttpOnly',
          'SameSite=Lax',
          ...(isSecure ? ['Secure'] : []),
        ].join('; ');
      const cookies = [cookie(sessionCookie, value)];
      if (isRemembered) cookies.push(cookie(rememberedCookie, write(rememberedCookie, session)));
      reply.header('Set-Cookie', cookies);
    },
  };
}

function readCookies(header: string | undefined): Map<string, string> {
  return new Map(
    (header ?? '').split(';').flatMap((part) => {
      const at = part.indexOf('=');
      return at === -1 ? [] : [[part.slice(0, at).trim(), part.slice(at + 1).trim()] as const];
    }),
  );
}
