/** Where a visit comes from (spec: studio.md#numbers). */
export const sources = ['direct', 'search', 'social', 'other'] as const;
export type Source = (typeof sources)[number];

const hostName = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

const searchHosts =
  /(^|\.)((www\.)?google(\.com?)?\.[a-z]{2,3}|bing\.com|baidu\.com|duckduckgo\.com|(search\.)?yahoo(\.com?)?\.[a-z]{2,3}|yandex\.[a-z]{2,3}|ecosia\.org|sogou\.com|so\.com|sm\.cn|naver\.com|qwant\.com|startpage\.com|search\.brave\.com|seznam\.cz|ask\.com)$/;
const socialHosts =
  /(^|\.)(x\.com|t\.co|twitter\.com|facebook\.com|fb\.com|fb\.me|messenger\.com|instagram\.com|threads\.(net|com)|weibo\.(com|cn)|t\.cn|reddit\.com|redd\.it|youtube\.com|youtu\.be|tiktok\.com|douyin\.com|linkedin\.com|lnkd\.in|pinterest(\.com?)?\.[a-z]{2,3}|tumblr\.com|discord\.(com|gg)|t\.me|telegram\.org|whatsapp\.com|vk\.com|zhihu\.com|douban\.com|xiaohongshu\.com|bilibili\.com|bsky\.app|mastodon\.social|quora\.com|snapchat\.com|line\.me)$/;

/** The class of the site that led here; `direct` for our own host, and for a text that is no host name. */
export function sourceOf(referrerHost: unknown, ownHost: string): Source {
  const host = typeof referrerHost === 'string' ? referrerHost.toLowerCase() : '';
  if (!hostName.test(host) || host === ownHost.toLowerCase()) return 'direct';
  if (searchHosts.test(host)) return 'search';
  return socialHosts.test(host) ? 'social' : 'other';
}
