import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { clientAddress, createTrust, networkOf, type TrustProxy } from './address.ts';

describe('the address of a caller', () => {
  const forged = '1.1.1.1';
  it.each<{ trust: TrustProxy; peer: string; forwarded?: string; client: string }>([
    { trust: false, peer: '10.0.0.1', forwarded: forged, client: '10.0.0.1' },
    { trust: 1, peer: '10.0.0.1', client: '10.0.0.1' },
    { trust: 1, peer: '10.0.0.1', forwarded: `${forged}, 203.0.113.9`, client: '203.0.113.9' },
    { trust: 2, peer: '10.0.0.1', forwarded: `${forged}, 203.0.113.9, 10.0.0.2`, client: '203.0.113.9' },
    { trust: 5, peer: '10.0.0.1', forwarded: '203.0.113.9', client: '203.0.113.9' },
    { trust: ['10.0.0.0/8'], peer: '10.1.2.3', forwarded: `${forged}, 203.0.113.9, 10.9.9.9`, client: '203.0.113.9' },
    { trust: ['10.0.0.0/8'], peer: '::ffff:10.1.2.3', forwarded: '203.0.113.9', client: '203.0.113.9' },
    { trust: ['10.0.0.0/8'], peer: '192.0.2.1', forwarded: forged, client: '192.0.2.1' },
    { trust: ['fd00::/8', '127.0.0.1'], peer: 'fd00::1', forwarded: '2001:db8::1', client: '2001:db8::1' },
    { trust: 1, peer: '10.0.0.1', forwarded: ', ,', client: '10.0.0.1' },
  ])('with trust in $trust, peer $peer, header $forwarded: $client', ({ trust, peer, forwarded, client }) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    const request = { socket: { remoteAddress: peer }, headers } as unknown as IncomingMessage;
    expect(clientAddress(request, createTrust(trust))).toBe(client);
  });
});

describe('the address that limits count by', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::7', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['<script>', 'unknown'],
    ['', 'unknown'],
  ])('%s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
