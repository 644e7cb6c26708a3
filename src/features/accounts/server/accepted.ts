import { invalidRequest } from '../../../server/http/errors.ts';
import type { Problem } from '../rules.ts';

/** The accepted fields, or 400 with the text of the first broken rule and every field that is wrong. */
export function requireAccepted<T extends object>(checked: T | Problem[]): T {
  if (!Array.isArray(checked)) return checked;
  const [first] = checked;
  throw invalidRequest(first?.message ?? 'The request is not valid', checked);
}
