import { randomBytes } from 'node:crypto';
import type { Outcome } from './books.ts';

interface Person {
  openid: string;
  /** WeChat shows them the page before they are anybody. */
  isSnapshot: boolean;
}

interface Account {
  appId: string;
  appSecret: string;
}

const codeMs = 300_000;
const usual = 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o';

/** Who uses WeChat: codes that stand for them once, and the service account's names of them. */
export function createPeople(account: Account, nowMs: () => number) {
  const codes = new Map<string, Person & { untilMs: number }>();

  function code(given: Partial<Person> = {}): string {
    const drawn = randomBytes(12).toString('hex');
    codes.set(drawn, { openid: usual, isSnapshot: false, ...given, untilMs: nowMs() + codeMs });
    return drawn;
  }

  /** The browser is sent back at once: nobody is asked. */
  function authorize(query: URLSearchParams): string | null {
    const back = query.get('redirect_uri');
    if (query.get('appid') !== account.appId || query.get('scope') !== 'snsapi_base' || !back) return null;
    const url = new URL(back);
    url.searchParams.set('code', code());
    url.searchParams.set('state', query.get('state') ?? '');
    return url.href;
  }

  function tell(query: URLSearchParams): Outcome {
    const isAccount = query.get('appid') === account.appId && query.get('secret') === account.appSecret;
    const given = query.get('code') ?? '';
    const person = codes.get(given);
    codes.delete(given);
    if (!isAccount) return { status: 200, json: { errcode: 40125, errmsg: 'invalid appsecret' } };
    if (!person || person.untilMs < nowMs()) return { status: 200, json: { errcode: 40029, errmsg: 'invalid code' } };
    const { openid, isSnapshot } = person;
    const token = { access_token: randomBytes(16).toString('hex'), expires_in: 7200, scope: 'snsapi_base' };
    return { status: 200, json: { ...token, openid, ...(isSnapshot && { is_snapshotuser: 1 }) } };
  }

  return { code, authorize, tell, knows: (openid: string) => !openid.startsWith('foreign') };
}
