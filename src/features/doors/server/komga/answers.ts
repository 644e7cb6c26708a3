import type { FastifyReply } from 'fastify';

/** A refusal in the words of Komga's own server (spec: doors.md#the-komga-shape). */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** A value that is wrong, as Spring's validation names it. */
export class Violation extends Error {
  readonly fieldName: string;

  constructor(fieldName: string, message: string) {
    super(message);
    this.fieldName = fieldName;
  }
}

export const notFound = () => new Refusal(404, 'There is no such thing here');
export const forbidden = () => new Refusal(403, 'This key may not do that');

/** JSON with a type of its own, or with another status than 200. */
export class Json {
  readonly body: unknown;
  readonly type: string;

  constructor(body: unknown, type = 'application/json') {
    this.body = body;
    this.type = type;
  }
}

/** What a handler answers: a JSON value, nothing (204), or a reply that it has sent itself. */
export type Answer = Json | null | { sent: FastifyReply };
