import { BlockList, isIP } from 'node:net';

/** Addresses of IPv4 that lead inwards: into this machine, its networks, or nowhere outside. */
const inward4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
const inward = new BlockList();
for (const [net, bits] of inward4) {
  inward.addSubnet(net, bits, 'ipv4');
  // A network without IPv4 reaches it through these.
  inward.addSubnet(`64:ff9b::${net}`, 96 + bits, 'ipv6');
}
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['3fff::', 20],
  ['2002::', 16],
] as const)
  inward.addSubnet(net, bits, 'ipv6');
/** All else of IPv6 is local, mapped or not given to anybody. */
const outward6 = new BlockList();
outward6.addSubnet('2000::', 3, 'ipv6');
outward6.addSubnet('64:ff9b::', 96, 'ipv6');

/** Whether an IP address is out in the world: one that belongs to a single machine which everybody can reach (RFC 6890). */
export function isOutward(address: string): boolean {
  if (isIP(address) === 4) return !inward.check(address, 'ipv4');
  return (
    isIP(address) === 6 && !address.includes('%') && outward6.check(address, 'ipv6') && !inward.check(address, 'ipv6')
  );
}
