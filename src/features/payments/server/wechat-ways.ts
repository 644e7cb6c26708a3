import { isIP } from 'node:net';
import type { WechatWays } from '../../../server/config/payments.ts';
import { AppError } from '../../../server/http/errors.ts';
import { isOutward } from '../../../server/http/outward.ts';
import type { WechatWay } from '../contract.ts';
import { type Openids, wayUnavailable } from './openids.ts';
import type { Payer } from './wechat/client.ts';

/** The ways that the settings give beside the code, which is always there. */
export function waysOf({ h5, account }: WechatWays): WechatWay[] {
  return ['qr', ...(h5 ? (['h5'] as const) : []), ...(account ? (['jsapi'] as const) : [])];
}

export function requireWay(ways: WechatWays, way: WechatWay): WechatWay {
  if (!waysOf(ways).includes(way)) throw wayUnavailable();
  return way;
}

interface PayerDeps {
  openids: Openids;
  isProduction: boolean;
}

/** What WeChat Pay wants to know of the payer; rejects with 409 where that is not known. */
export async function requirePayer(
  { openids, isProduction }: PayerDeps,
  { way, sessionId, address }: { way: WechatWay; sessionId: string; address: string },
): Promise<Payer> {
  switch (way) {
    case 'qr':
      return { way };
    case 'h5':
      return { way, address: requireAddress(address, isProduction) };
    case 'jsapi': {
      const openid = await openids.find(sessionId);
      if (openid === null) throw new AppError(409, 'wechat_openid_needed', 'Open this page in WeChat again');
      return { way, openid };
    }
  }
}

/** WeChat compares it with the payer's own, so only one that the payer has outside is of use. */
function requireAddress(given: string, isProduction: boolean): string {
  const address = unmapped(given);
  if (isIP(address) !== 0 && (!isProduction || isOutward(address))) return address;
  throw new AppError(409, 'payer_address_unknown', 'WeChat cannot be opened from this connection. Pay by code instead');
}

/** An IPv4 address that arrived over an IPv6 socket, in its own form; the zone names an interface of ours. */
function unmapped(given: string): string {
  const address = given.replace(/%.*$/, '');
  if (isIP(address) !== 6) return address;
  const [, high = '', low = ''] =
    /^\[::ffff:([0-9a-f]+):([0-9a-f]+)\]$/.exec(new URL(`http://[${address}]`).hostname) ?? [];
  if (low === '') return address;
  const [one, other] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [one >> 8, one & 255, other >> 8, other & 255].join('.');
}
