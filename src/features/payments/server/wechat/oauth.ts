import * as z from 'zod/mini';
import type { WechatWays } from '../../../../server/config/payments.ts';
import type { FetchUrl } from './exchange.ts';

const browserHost = 'https://open.weixin.qq.com';
const tokenHost = 'https://api.weixin.qq.com';
const timeoutMs = 5_000;

export interface OauthApp {
  appId: string;
  appSecret: string;
  baseUrl: WechatWays['oauthBaseUrl'];
}

/** Where the browser learns from WeChat who it is, unasked; WeChat wants the parameters in this order. */
export function authorizeUrl({ appId, baseUrl }: OauthApp, given: { redirectUri: string; state: string }): string {
  const redirect = encodeURIComponent(given.redirectUri);
  const query = `appid=${appId}&redirect_uri=${redirect}&response_type=code&scope=snsapi_base&state=${given.state}`;
  return `${baseUrl ?? browserHost}/connect/oauth2/authorize?${query}#wechat_redirect`;
}

/** `snapshot`: WeChat shows the page to somebody who is nobody yet. `refused`: the code is no good. */
export type Payee = { kind: 'known'; openid: string } | { kind: 'snapshot' | 'refused' | 'away' };

const known = z.object({
  openid: z.string().check(z.regex(/^[\w-]{1,128}$/)),
  is_snapshotuser: z.optional(z.number()),
});
const refused = z.object({ errcode: z.number().check(z.refine((code) => code !== 0)) });

/** Asks WeChat whom a code stands for. Its address holds a secret, so no error of it goes anywhere. */
export async function askOpenid(app: OauthApp, code: string, fetchUrl: FetchUrl = fetch): Promise<Payee> {
  const query = new URLSearchParams({
    ...{ appid: app.appId, secret: app.appSecret, code },
    grant_type: 'authorization_code',
  });
  try {
    const url = `${app.baseUrl ?? tokenHost}/sns/oauth2/access_token?${query}`;
    const answer = await fetchUrl(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    const json: unknown = await answer.json();
    if (!answer.ok || json === null) return { kind: 'away' };
    if (refused.safeParse(json).success) return { kind: 'refused' };
    const found = known.safeParse(json);
    if (!found.success) return { kind: 'away' };
    const { openid, is_snapshotuser: isSnapshot } = found.data;
    return isSnapshot === 1 ? { kind: 'snapshot' } : { kind: 'known', openid };
  } catch {
    return { kind: 'away' };
  }
}
