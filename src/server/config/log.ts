import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.ts';

export type Log = Logger;

const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'password',
  'old_password',
  'new_password',
  'token',
  'jwt_token',
  'jwt',
  'secret',
  'code',
  'coupon',
  'invite_code',
  'qr_code',
];
/** At the top level `code` is an error's, which helps to read the log; a coupon's code is inside a body. */
const TOP_LEVEL_SECRETS = SECRET_FIELDS.filter((field) => field !== 'code');

/** JSON lines on standard output: UTC times, levels by name, nothing secret. */
export function createLog(level: Config['logLevel'], destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: [
          ...TOP_LEVEL_SECRETS,
          ...SECRET_FIELDS.map((field) => `body.${field}`),
          ...TOP_LEVEL_SECRETS.map((field) => `*.${field}`),
          ...TOP_LEVEL_SECRETS.map((field) => `*.*.${field}`),
        ],
        censor: '[redacted]',
      },
      serializers: { err: describeError, url: (url: unknown) => hideSecrets(String(url)) },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  );
}

/**
 * Removes query strings, since a signed address works for anybody, the tokens of bearers and feeds, and the codes of claims
 * and of links for passwords.
 */
export function hideSecrets(text: string): string {
  return text
    .replace(/\?[^\s"'<>()]*=[^\s"'<>()]*/g, '?[redacted]')
    .replace(/(\/(?:feeds\/updates|studio\/claim|reset-password)\/)[\w-]+/g, '$1[redacted]')
    .replace(/\b(Token|Bearer)\s+[\w.~+/=-]{8,}/g, '$1 [redacted]')
    .replace(/(\w+:\/\/[^\s:/@]*:)[^\s@/]+@/g, '$1[redacted]@');
}

type ErrorDescription = { type: string; message: string; code?: string; stack?: string; cause?: ErrorDescription };

/** Keeps only the explaining fields: a driver's error also has the refused row, which may be a reader's. */
function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: hideSecrets(String(error)) };
  const description: ErrorDescription = { type: error.name, message: hideSecrets(error.message) };
  if ('code' in error && typeof error.code === 'string') description.code = error.code;
  if (error.stack) description.stack = hideSecrets(error.stack);
  if (error.cause !== undefined) description.cause = describeError(error.cause);
  return description;
}
