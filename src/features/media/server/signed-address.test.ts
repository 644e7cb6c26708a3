import { describe, expect, it } from 'vitest';
import { type Signature, signImageAddress, signingKey, verifyImageAddress } from './signed-address.ts';

const now = new Date('2026-11-21T12:07:00Z');
const key = signingKey('a secret');
const target = { imageId: '3f0e6a52-1111-4222-8333-444455556666', variant: 'w800.webp' };
const audience = 'session-1-------------';

function sign(keys: readonly [typeof key, ...(typeof key)[]] = [key]): Signature {
  const address = signImageAddress(target, { audience, keys, now });
  return Object.fromEntries(new URL(address, 'http://localhost').searchParams);
}

function verify(signature: Signature, facts: { at?: Date; of?: Partial<typeof target>; keys?: [typeof key] } = {}) {
  return verifyImageAddress({ ...target, ...facts.of }, signature, {
    keys: facts.keys ?? [key],
    now: facts.at ?? now,
  });
}

describe('a signed address', () => {
  it('opens for the session it was signed for', () => {
    expect(verify(sign())).toEqual({ audience });
  });

  it('is the same within a quarter of an hour, so that a browser may keep the image', () => {
    const later = signImageAddress(target, { audience, keys: [key], now: new Date('2026-11-21T12:14:59Z') });
    expect(later).toBe(signImageAddress(target, { audience, keys: [key], now }));
  });

  it('ends after six hours, and a quarter at most', () => {
    expect(verify(sign(), { at: new Date('2026-11-21T18:07:00Z') })).not.toBeNull();
    expect(verify(sign(), { at: new Date('2026-11-21T18:15:00Z') })).toBeNull();
  });

  it('still opens after a key is replaced, until the old key goes', () => {
    const next = signingKey('another secret');
    expect(verifyImageAddress(target, sign(), { keys: [next, key], now })).toEqual({ audience });
    expect(verify(sign(), { keys: [next] })).toBeNull();
  });

  it.each<[string, (given: Signature) => Signature]>([
    ['another expiry', (given) => ({ ...given, e: String(Number(given.e) + 900_000) })],
    ['another session', (given) => ({ ...given, s: 'session-2-------------' })],
    ['another key version', (given) => ({ ...given, v: signingKey('x').version })],
    ['another signature', (given) => ({ ...given, sig: `A${given.sig?.slice(1)}`.replace(/^AA/, 'BA') })],
    ['a cut signature', (given) => ({ ...given, sig: given.sig?.slice(0, -1) })],
    ['no signature', ({ sig: _, ...given }) => given],
    ['nothing', () => ({})],
  ])('with %s is refused', (_name, change) => {
    expect(verify(change(sign()))).toBeNull();
  });

  it('opens no other image and no other variant', () => {
    expect(verify(sign(), { of: { variant: 'w1600.webp' } })).toBeNull();
    expect(verify(sign(), { of: { imageId: '3f0e6a52-1111-4222-8333-444455556667' } })).toBeNull();
  });
});
