import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { listenOnLoopback } from '../testing/loopback.ts';
import { leadsInwards, type Resolve, readOutward } from './outward-address.ts';
import { createOutwardPosts } from './outward-post.ts';

const names: Record<string, string[]> = {
  'push.example.org': ['93.184.215.14', '2606:2800:21f:cb07::1'],
  'inside.example.org': ['10.1.2.3'],
  'both.example.org': ['93.184.215.14', 'fd00::1'],
  'here.example.org': ['127.0.0.1'],
  'mapped.example.org': ['::ffff:169.254.169.254'],
};
const resolve: Resolve = async (host) => {
  const found = names[host];
  if (!found) throw new Error('ENOTFOUND');
  return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
};

describe('an address to send to', () => {
  it.each([
    ...['http://push.example.org/a', 'ftp://push.example.org/a', 'nonsense', '', 'https://', '//push.example.org/a'],
    ...['https://push.example.org:8443/a', 'https://push.example.org:80/a', 'https://user@push.example.org/a'],
    ...['https://user:password@push.example.org/a', `https://push.example.org/${'x'.repeat(2048)}`],
    ...['https://127.0.0.1/', 'https://127.1/', 'https://2130706433/', 'https://0x7f.0.0.1/', 'https://0177.0.0.1/'],
    ...['https://[::1]/', 'https://[::ffff:127.0.0.1]/', 'https://[::ffff:a00:1]/', 'https://localhost/'],
    ...['https://localhost./', 'https://a.localhost/', 'https://１２７.0.0.1/', 'https://169.254.169.254/latest'],
    ...['https://10.0.0.1./', 'http://localhost:9/', 'https://push.example.org\u0000/', 'javascript:alert(1)'],
  ])('is not %s', (text) => {
    expect(readOutward(text, { loopback: false })).toBeNull();
  });

  it.each([
    ['https://push.example.org/a', 'https://push.example.org/a'],
    ['https://push.example.org:443/a?b=c', 'https://push.example.org/a?b=c'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
  ])('is %s', (text, href) => {
    expect(readOutward(text, { loopback: false })?.href).toBe(href);
  });

  it('may be on this machine where that is allowed, and nowhere else inwards', () => {
    const read = (text: string) => readOutward(text, { loopback: true })?.href;
    for (const here of ['http://127.0.0.1:9/', 'https://localhost:8443/', 'http://[::1]:9/'])
      expect(read(here)).toBe(here);
    for (const other of ['http://10.0.0.1/', 'http://push.example.org/', 'https://192.168.0.1/', 'http://0.0.0.0:9/'])
      expect(read(other)).toBeUndefined();
  });

  it('leads inwards by a name that does, even by one address of several; an unknown name is not known to', async () => {
    const leads = (host: string) => leadsInwards(new URL(`https://${host}/`), resolve);
    const hosts = [...Object.keys(names), 'unknown.example.org'];
    expect(await Promise.all(hosts.map(leads))).toEqual([false, true, true, true, true, false]);
  });

  it('is not known to lead inwards by a name of which nobody tells in time', async () => {
    expect(await leadsInwards(new URL('https://silent.example.org/'), () => new Promise(() => {}), 1)).toBe(false);
  });
});

it('a connection is never made to a name that leads inwards by then, nor to an address that a setting has allowed', async () => {
  let received = 0;
  const server = createServer((_request, answer) => {
    received += 1;
    answer.writeHead(201, { 'Retry-After': '7' }).end();
  });
  const port = await listenOnLoopback(server);
  const here = `http://127.0.0.1:${port}`;
  const message = { headers: {}, body: 'x' };
  const limits = { patienceMs: 5000, mostBytes: 4096 };
  const outside = createOutwardPosts({ ...limits, loopback: false, resolve });
  const onlyHere = createOutwardPosts({ ...limits, loopback: true, resolve });
  const inward: Resolve = async () => [{ address: '10.0.0.1', family: 4 }];
  const moved = createOutwardPosts({ ...limits, loopback: true, resolve: inward });
  for (const address of ['inside', 'both', 'here', 'mapped', 'unknown'].map((name) => `https://${name}.example.org/`)) {
    expect(await outside.post({ address, ...message })).toBeNull();
    expect(await onlyHere.post({ address, ...message })).toBeNull();
  }
  expect(await outside.post({ address: here, ...message })).toBeNull();
  expect(await moved.post({ address: `http://localhost:${port}/`, ...message })).toBeNull();
  expect(received).toBe(0);
  expect(await onlyHere.post({ address: here, ...message })).toEqual({ status: 201, retryAfterS: 7 });
  for (const { close } of [outside, onlyHere, moved]) close();
  await new Promise((closed) => server.close(closed));
});
