import { ApiError } from './api-client.ts';
import type { MessageKey, Text } from './i18n.tsx';

/** What went wrong with what a reader sent, in the reader's words. */
export interface Problem {
  text: string;
  /** Name of the field that it is about, where it is about one: it is said there. */
  field?: string;
  /** Names of fields that nothing stands in. */
  missing?: readonly string[];
}

/**
 * The words for a call that failed (contract.md section 1): those of its code, most precise first, else the server's
 * own, else the fallback. `fields` names the field that a code is about.
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
