import type { APIRequestContext, Page } from '@playwright/test';
import type { LoginAnswer } from '../src/features/accounts/contract.ts';
import { operate } from './operator.ts';

export interface Reader {
  username: string;
  password: string;
  token: string;
  uuid: string;
}

let made = 0;

/** A name that nobody else has registered. */
export function newName(): string {
  made += 1;
  return `r${process.pid.toString(36)}${Date.now().toString(36)}${made.toString(36)}`.slice(0, 16);
}

/** A user who has registered and logged in, by the API. */
export async function registerReader(request: APIRequestContext): Promise<Reader> {
  const given = { username: newName(), password: 'a.Password!' };
  await request.post('/api/v1/user/register', { data: { ...given, user_type: 'longstrip' } });
  return { ...given, ...(await logIn(request, given)) };
}

export async function logIn(
  request: APIRequestContext,
  given: { username: string; password: string },
): Promise<{ token: string; uuid: string }> {
  const response = await request.post('/api/v1/user/login', { data: given });
  const { data }: { data: LoginAnswer } = await response.json();
  return { token: data.jwt_token, uuid: data.uuid };
}

/** A user who may read everything for a month. */
export async function registerMember(request: APIRequestContext): Promise<Reader> {
  const reader = await registerReader(request);
  await operate('user', 'grant', reader.username, '--months', '1');
  return reader;
}

/** Ends a membership in the past. */
export async function endMembership({ username }: Reader): Promise<void> {
  await operate('user', 'grant', username, '--until', '2026-01-01T00:00:00Z');
}

/** Makes the page's browser that of a reader; the next page it opens is theirs. */
export async function enterAs(page: Page, { token, uuid, username }: Reader): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate(
    (kept) => {
      localStorage.clear();
      for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
    },
    { 'X-API-TOKEN': token, USER_UUID: uuid, USERNAME: username },
  );
}
