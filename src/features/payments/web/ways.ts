import type { WechatWay } from '../contract.ts';

/** Whether the page stands in WeChat's own browser on a phone, where alone WeChat takes a call from a page. */
const isInWechat = (agent: string) =>
  /MicroMessenger/i.test(agent) && !/WindowsWechat|MacWechat|Macintosh/i.test(agent);

const isOnPhone = (agent: string) => /Android|iPhone|iPad|iPod|Mobile|HarmonyOS/i.test(agent);

/** The way that is offered first, by what the browser says of itself; a hint, so the others stay. */
export function firstWay(offered: readonly WechatWay[], agent: string): WechatWay {
  if (/MicroMessenger/i.test(agent)) return isInWechat(agent) && offered.includes('jsapi') ? 'jsapi' : 'qr';
  return isOnPhone(agent) && offered.includes('h5') ? 'h5' : 'qr';
}
