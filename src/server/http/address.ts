import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** The setting TRUST_PROXY: nobody, a number of proxies in front, or their addresses and ranges. */
export type TrustProxy = false | number | readonly string[];

/** Whether the peer at that distance (0: the connection's own) is a proxy whose forwarded address we believe. */
export type Trust = (address: string, hop: number) => boolean;

export function createTrust(setting: TrustProxy): Trust {
  if (setting === false) return () => false;
  if (typeof setting === 'number') return (_address, hop) => hop < setting;
  const ranges = new BlockList();
  for (const range of setting) addRange(ranges, range);
  return (address) => {
    const bare = bareAddress(address);
    const version = isIP(bare);
    return version !== 0 && ranges.check(bare, version === 4 ? 'ipv4' : 'ipv6');
  };
}

/** The caller's address: the first one, seen from our side, that is not a trusted proxy's. */
export function clientAddress(request: IncomingMessage, trusts: Trust): string {
  const peer = request.socket.remoteAddress ?? '';
  if (!trusts(peer, 0)) return peer;
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',');
  let address = peer;
  for (let hop = 1; forwarded.length > 0; hop += 1) {
    const next = forwarded.pop()?.trim();
    if (!next) return address;
    address = next;
    if (!trusts(address, hop)) return address;
  }
  return address;
}

/** The unit that limits count: an IPv4 address, or the /64 that one IPv6 customer gets. */
export function networkOf(address: string): string {
  const bare = bareAddress(address);
  switch (isIP(bare)) {
    case 4:
      return bare;
    case 6:
      return `${ipv6Groups(bare).slice(0, 4).join(':')}::/64`;
    default:
      return 'unknown';
  }
}

/** A whole site's network: the /48 of an IPv6 address, the /24 of an IPv4 one. */
export function wideNetworkOf(address: string): string {
  const bare = bareAddress(address);
  switch (isIP(bare)) {
    case 4:
      return `${bare.split('.').slice(0, 3).join('.')}.0/24`;
    case 6:
      return `${ipv6Groups(bare).slice(0, 3).join(':')}::/48`;
    default:
      return 'unknown';
  }
}

export function isIpv6(address: string): boolean {
  return isIP(bareAddress(address)) === 6;
}

/** Makes an IPv4 address of one that arrived over an IPv6 socket, and drops the zone, which names our own interface. */
function bareAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
}

function ipv6Groups(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const before = groups(head);
  const after = groups(tail ?? '');
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array<string>(Math.max(0, missing)).fill('0'), ...after].map((group) =>
    group.replace(/^0+(?=.)/, ''),
  );
}

function addRange(ranges: BlockList, range: string): void {
  const [address = '', prefix] = range.split('/');
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
  ranges.addSubnet(address, prefix === undefined ? (family === 'ipv4' ? 32 : 128) : Number(prefix), family);
}
