/** A broken rule: its field, its code and its English text (spec: accounts.md#rules). */
export interface Problem {
  path: string;
  code: ProblemCode;
  message: string;
}

const texts = {
  fields_required: 'Please fill in all fields',
  username_length: 'Username must be between 5 and 16 characters', // as observed: the check uses 4
  username_characters: 'Username may only contain letters and digits',
  username_mixed_scripts: 'Username may not mix letters of different alphabets',
  password_length: 'Password must be between 5 and 25 characters',
  password_too_short: 'Password must be at least 8 characters long',
  password_too_long: 'Password must be at most 128 characters long',
  password_characters: 'Password contains characters that cannot be stored',
};

type ProblemCode = keyof typeof texts;

const usernameLength = { least: 4, most: 16 };
/** In UTF-16 units, before any other check: no name of 16 code points is longer. */
const longestRawUsername = 128;
const registrationPassword = { least: 5, most: 25 };
const changedPassword = { least: 8, most: 128 };

const illFormed = /\p{Surrogate}/u;
const lettersAndDigits = /^(?:\p{L}\p{M}*|\p{Nd})+$/u;
/** Invisible letters, such as Hangul fillers: with them, different names would look alike. */
const invisible = /\p{DI}/u;
/** Letters of two other scripts look like these. */
const latin = /\p{sc=Latin}/u;
const looksLatin = /[\p{sc=Cyrillic}\p{sc=Greek}]/u;

/** A name as it is shown, and the key that all of its spellings share. */
export interface Username {
  shown: string;
  key: string;
}

/** A name without regard to case and width; 'ß' and 'SS', 'ς' and 'Σ' are the same in either direction. */
function keyOf(shown: string): string {
  return shown.toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');
}

/** The typed name, or the first rule that it breaks. */
export function readUsername(typed: string): Username | ProblemCode {
  if (typed.length > longestRawUsername) return 'username_length';
  if (illFormed.test(typed)) return 'username_characters';
  const shown = typed.normalize('NFKC');
  if (!isBetween(shown, usernameLength)) return 'username_length';
  if (!lettersAndDigits.test(shown) || invisible.test(shown)) return 'username_characters';
  if (latin.test(shown) && looksLatin.test(shown)) return 'username_mixed_scripts';
  return { shown, key: keyOf(shown) };
}

/** The key to look a user up by the name typed at login; null where no user can have that name. */
export function usernameKey(typed: string): string | null {
  const username = readUsername(typed);
  return typeof username === 'string' ? null : username.key;
}

const leastPart = 3;

/** The LIKE pattern of a part of names, of one under 3 letters as their beginning; null where no name has it. */
export function usernamePattern(typed: string): string | null {
  const part = usernamePart(typed);
  return part && (countCodePoints(part) < leastPart ? `${part}%` : `%${part}%`);
}

/** A part of a typed name, in the spelling that all keys share. */
function usernamePart(typed: string): string | null {
  if (typed.length > longestRawUsername || illFormed.test(typed)) return null;
  const shown = typed.normalize('NFKC');
  return lettersAndDigits.test(shown) ? keyOf(shown) : null;
}

/**
 * The form of a password that is hashed: the same however a keyboard composes its letters. Null for an impossible one.
 */
export function readPassword(typed: string): string | null {
  if (illFormed.test(typed)) return null;
  const password = typed.normalize('NFC');
  return countCodePoints(password) <= changedPassword.most ? password : null;
}

export interface Credentials {
  username: string;
  password: string;
}

/** The given fields, once no problem was found with them. */
type Given = { username?: string | undefined; password?: string | undefined };

export function checkLogin(given: Given): Credentials | Problem[] {
  const { username = '', password = '' } = given;
  const missing = missingFields({ username, password });
  return missing.length > 0 ? missing : { username, password };
}

/** Every field that is wrong, in the order of the rules (spec: accounts.md#rules). */
export function checkRegistration(given: Given): { username: Username; password: string } | Problem[] {
  const { username: typed = '', password = '' } = given;
  const missing = missingFields({ username: typed, password });
  const username = typed === '' ? null : readUsername(typed);
  const wrong = password === '' ? null : decideRegistrationPassword(password);
  if (missing.length === 0 && username !== null && typeof username !== 'string' && wrong === null)
    return { username, password: password.normalize('NFC') };
  return [
    ...missing,
    ...(typeof username === 'string' ? [problem('username', username)] : []),
    ...(wrong === null ? [] : [problem('password', wrong)]),
  ];
}

/** The rule at registration; the command line's `user create` uses it too. */
export function decideRegistrationPassword(password: string): ProblemCode | null {
  if (illFormed.test(password)) return 'password_characters';
  return isBetween(password.normalize('NFC'), registrationPassword) ? null : 'password_length';
}

/** Checks a new password that replaces another. An empty one is too short, as any with fewer than eight characters. */
export function checkNewPassword(typed: string | undefined): { password: string } | Problem[] {
  if (typed === undefined) return missingFields({ new_password: '' });
  if (illFormed.test(typed)) return [problem('new_password', 'password_characters')];
  const password = typed.normalize('NFC');
  const length = countCodePoints(password);
  if (length < changedPassword.least) return [problem('new_password', 'password_too_short')];
  if (length > changedPassword.most) return [problem('new_password', 'password_too_long')];
  return { password };
}

/** The present password, as a caller gives it. */
export function checkPresentPassword(typed: string | undefined): { password: string } | Problem[] {
  return typed ? { password: typed } : missingFields({ password: '' });
}

/** A lost account, as its owner regains it: the name, a code, and the password that is to hold from now on. */
export function checkRecovery(given: {
  username?: string | undefined;
  code?: string | undefined;
  new_password?: string | undefined;
}): { username: string; code: string; password: string } | Problem[] {
  const { username = '', code = '' } = given;
  const missing = missingFields({ username, code });
  const checked = checkNewPassword(given.new_password);
  const wrong = Array.isArray(checked) ? checked : [];
  if (Array.isArray(checked) || missing.length > 0) return [...missing, ...wrong];
  return { username, code, password: checked.password };
}

function missingFields(fields: Record<string, string>): Problem[] {
  return Object.entries(fields).flatMap(([path, value]) => (value === '' ? [problem(path, 'fields_required')] : []));
}

function problem(path: string, code: ProblemCode): Problem {
  return { path, code, message: texts[code] };
}

function isBetween(text: string, { least, most }: { least: number; most: number }): boolean {
  const length = countCodePoints(text);
  return length >= least && length <= most;
}

function countCodePoints(text: string): number {
  let count = 0;
  for (const _codePoint of text) count += 1;
  return count;
}

/** Crockford's symbols: without I, L, O and U, which are mistaken for others or form words. */
const codeSymbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const inviteLength = 8;
const longestTypedCode = 64;

type DrawBelow = (count: number) => number;

/** Writes a code with symbols drawn by `drawBelow(n)`, each 0 to n - 1. */
export function writeInviteCode(drawBelow: DrawBelow): string {
  return drawSymbols(inviteLength, drawBelow);
}

function drawSymbols(length: number, drawBelow: DrawBelow): string {
  return Array.from({ length }, () => codeSymbols[drawBelow(codeSymbols.length)]).join('');
}

/** Reads a typed invite code: none when the field is empty, `malformed` when it cannot be a code. */
export function readInviteCode(
  typed: string | null | undefined,
): { kind: 'none' } | { kind: 'malformed' } | { kind: 'code'; code: string } {
  if (!typed?.trim()) return { kind: 'none' };
  const code = readSymbols(typed, inviteLength);
  return code === null ? { kind: 'malformed' } : { kind: 'code', code };
}

/** The symbols of a typed code, however it was copied; null where it cannot be one. */
function readSymbols(typed: string, length: number): string | null {
  if (typed.length > longestTypedCode) return null;
  const code = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replace(/[IL]/g, '1')
    .replaceAll('O', '0');
  const isOurs = code.length === length && [...code].every((symbol) => codeSymbols.includes(symbol));
  return isOurs ? code : null;
}

/** A user has so many recovery codes at first. */
const recoveryCodes = 10;
const recoveryLength = 10;

/** Writes a set of recovery codes, as `XXXXX-XXXXX`. */
export function writeRecoveryCodes(drawBelow: DrawBelow): string[] {
  const codes = new Set<string>();
  while (codes.size < recoveryCodes) codes.add(drawSymbols(recoveryLength, drawBelow));
  return [...codes].map((code) => code.replace(/.{5}(?=.)/, '$&-'));
}

/** The symbols of a typed recovery code; null where it cannot be one. */
export function readRecoveryCode(typed: string): string | null {
  return readSymbols(typed, recoveryLength);
}

/** So few recovery codes left are told of (spec: accounts.md#recovery-codes). */
export const fewRecoveryCodes = 2;

/** The first pattern that fits: many browsers name other browsers as well. */
const browsers: [pattern: RegExp, name: string][] = [
  [/MicroMessenger\//, 'WeChat'],
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
];
const systems: [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];
const longestUserAgent = 512;

/** The name that a session is shown by, such as 'Chrome, Android'; empty when the header says nothing that we know. */
export function deviceOf(userAgent: string | undefined): string {
  const read = (userAgent ?? '').slice(0, longestUserAgent);
  return [browsers, systems].flatMap((known) => known.find(([pattern]) => pattern.test(read))?.[1] ?? []).join(', ');
}

/** How many failures are allowed in a window, for each kind of subject (spec: accounts.md#throttles). */
export const failureLimits = {
  loginOfAccount: { kind: 'login', allowed: 10, windowSeconds: 15 * 60 },
  loginOfAddress: { kind: 'login address', allowed: 100, windowSeconds: 60 * 60 },
  loginOfWideNetwork: { kind: 'login /48', allowed: 300, windowSeconds: 60 * 60 },
  loginOfAccountAnywhere: { kind: 'login anywhere', allowed: 100, windowSeconds: 60 * 60 },
  /** What each network may still try once an account has had too many failures from everywhere. */
  loginOfAccountFromNetwork: { kind: 'login from network', allowed: 1, windowSeconds: 60 * 60, renews: true },
  /** Only `atOnce` tries are made at once; others wait outside the queue of hashing. */
  rightLoginOfAccount: { kind: 'right login', allowed: 60, windowSeconds: 60 * 60, counted: 'right', atOnce: 4 },
  rightLoginOfAddress: {
    kind: 'right login address',
    allowed: 300,
    windowSeconds: 60 * 60,
    counted: 'right',
    atOnce: 10,
  },
  passwordChange: { kind: 'password change', allowed: 10, windowSeconds: 60 * 60, atOnce: 4 },
  registration: { kind: 'registration', allowed: 20, windowSeconds: 60 * 60, atOnce: 10 },
  inviteCode: { kind: 'invite code', allowed: 30, windowSeconds: 60 * 60 },
  passkeyOfAddress: { kind: 'passkey', allowed: 100, windowSeconds: 60 * 60, atOnce: 10 },
  /** `atOnce`: a right code costs a hash. */
  recoveryOfAccount: { kind: 'recovery', allowed: 10, windowSeconds: 15 * 60, atOnce: 4 },
  recoveryOfAddress: { kind: 'recovery address', allowed: 20, windowSeconds: 60 * 60, atOnce: 10 },
  passwordLink: { kind: 'password link', allowed: 10, windowSeconds: 60 * 60, atOnce: 4 },
  /** Wrong keys at the doors of other people's apps, however they are sent. */
  doorKeyOfAddress: { kind: 'door key', allowed: 10, windowSeconds: 15 * 60 },
} as const;

/**
 * A session ends after so many days without use, and after so many in all. The view `viewers` says both again in SQL; a
 * test holds it to these.
 */
export const sessionDays = { unused: 14, inAll: 60 };

/** How old a confirmation may be, in milliseconds. */
export interface ConfirmationTimes {
  everyMs: number;
  sensitiveMs: number;
}

/** Until when a session is confirmed for everyday and for sensitive calls; null: it is not. */
export function confirmedUntil(given: { confirmedAt: Date | null; now: Date; times: ConfirmationTimes }): {
  studioUntil: Date | null;
  sensitiveUntil: Date | null;
} {
  const { confirmedAt, now, times } = given;
  const until = (ms: number) => {
    const end = confirmedAt && new Date(confirmedAt.getTime() + ms);
    return end && end > now ? end : null;
  };
  return { studioUntil: until(times.everyMs), sensitiveUntil: until(Math.min(times.everyMs, times.sensitiveMs)) };
}

/** How long an address from which an account was used keeps its own tries (spec: accounts.md#throttles). */
export const addressKnownDays = 60;

/** The newest known addresses of a user are kept, up to so many. */
export const mostKnownAddresses = 100;

/** A user has at most so many passkeys. */
export const mostPasskeys = 10;

/** Whether somebody with that role may make a key by which programs publish. */
export function mayPublish(role: string | null): boolean {
  return role === 'owner' || role === 'editor';
}

/** A user has at most so many access tokens that have not ended. */
export const mostAccessTokens = 20;

/** A user's newest sessions are kept, up to so many; older ones end. */
export const mostSessions = 50;
