import { ApiError } from './api-client.ts';
import type { MessageKey, Text } from './i18n.tsx';

/** The fault of a reader's input, in the reader's language. */
export interface Problem {
  text: string;
  /** Name of the field with the fault, where there is one: the text shows there. */
  field?: string;
  /** Names of empty fields. */
  missing?: readonly string[];
}

/**
 * The text for a failed call (spec: http.md#answers): that of its most precise code, else the server's own, else the
 * fallback. `fields` names the field of a code.
 */
export function problemOf(
  error: unknown,
  { text, fallback, fields = {} }: { text: Text; fallback: MessageKey; fields?: Record<string, string> },
): Problem {
  if (!(error instanceof ApiError)) throw error;
  if (error.code === 'rate_limited' && error.retryAfterSeconds)
    return { text: waitText(error.retryAfterSeconds, text) };
  const codes = [error.body.details?.[0]?.code, error.code];
  const words = codes.map((code) => (code ? text.errorText(code) : null)).find((found) => found !== null);
  const field = codes.map((code) => (code ? fields[code] : undefined)).find((found) => found !== undefined);
  return { text: words ?? error.body.error ?? text.t(fallback), ...(field !== undefined && { field }) };
}

function waitText(seconds: number, { t }: Text): string {
  if (seconds < 60) return t('app.waitSeconds', { count: Math.ceil(seconds) });
  return t('app.waitMinutes', { count: Math.ceil(seconds / 60) });
}
