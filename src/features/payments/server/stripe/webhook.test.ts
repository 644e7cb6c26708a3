import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { draws } from '../../../../server/testing/depth.ts';
import { readWebhook } from './webhook.ts';

const secret = 'whsec_test_secret';
const now = new Date('2026-11-21T12:00:00Z');
const nowSeconds = now.getTime() / 1000;
const stripe = new Stripe('sk_test_never_sent');

const eventText = JSON.stringify({
  id: 'evt_1',
  object: 'event',
  api_version: '2026-10-28.endive',
  created: nowSeconds - 2,
  livemode: false,
  type: 'checkout.session.completed',
  data: { object: { id: 'cs_1', note: '漫画 ﷽ 🎴' } },
});

const hmac = (key: string, time: number | string, body: string) =>
  createHmac('sha256', key).update(`${time}.${body}`).digest('hex');
const signed = (given: { time?: number; key?: string; body?: string } = {}) => {
  const { time = nowSeconds, key = secret, body = eventText } = given;
  return `t=${time},v1=${hmac(key, time, body)}`;
};
const read = (given: { signature?: string | undefined; body?: string | Buffer; secrets?: string[]; at?: Date }) => {
  const { body = eventText, secrets = [secret], at = now } = given;
  const signature = 'signature' in given ? given.signature : signed();
  return readWebhook({ rawBody: Buffer.from(body), signature, secrets, now: at });
};
const outcomeOf = (result: ReturnType<typeof readWebhook>) => (result.kind === 'event' ? 'event' : result.reason);

describe('a delivery of Stripe', () => {
  it('fits a known answer', () => {
    const body = '{"id":"evt_test_1","object":"event"}';
    const signature = 't=1700000000,v1=29ab30b7065c11b28e53ac114fac5d6c492ed811a12d11ed2c2aad5bb4cf9809';
    // The signature is right, so the fault is in the body.
    expect(outcomeOf(read({ body, signature, at: new Date(1_700_000_000_000) }))).toBe('malformed_event');
    expect(outcomeOf(read({ body: `${body} `, signature, at: new Date(1_700_000_000_000) }))).toBe('bad_signature');
  });

  it('is read when it is signed', () => {
    expect(read({})).toEqual({
      kind: 'event',
      event: {
        id: 'evt_1',
        type: 'checkout.session.completed',
        apiVersion: '2026-10-28.endive',
        livemode: false,
        createdAt: new Date('2026-11-21T11:59:58Z'),
        subject: { id: 'cs_1', note: '漫画 ﷽ 🎴' },
      },
    });
  });

  const right = hmac(secret, nowSeconds, eventText);
  const wrong = '0'.repeat(64);
  it.each<{ of: string; signature: string | undefined; expected: string }>([
    { of: 'no header', signature: undefined, expected: 'missing_signature' },
    { of: 'an empty header', signature: '', expected: 'missing_signature' },
    { of: 'words', signature: 'hello', expected: 'malformed_signature' },
    { of: 'no time', signature: `v1=${right}`, expected: 'malformed_signature' },
    { of: 'no signature', signature: `t=${nowSeconds}`, expected: 'malformed_signature' },
    { of: 'only the scheme v0', signature: `t=${nowSeconds},v0=${right}`, expected: 'malformed_signature' },
    { of: 'the scheme v10', signature: `t=${nowSeconds},v10=${right}`, expected: 'malformed_signature' },
    { of: 'a time that is no number', signature: `t=now,v1=${right}`, expected: 'malformed_signature' },
    {
      of: 'a time in hexadecimal',
      signature: `t=0x65,v1=${hmac(secret, '0x65', eventText)}`,
      expected: 'malformed_signature',
    },
    { of: 'a negative time', signature: `t=-1,v1=${hmac(secret, '-1', eventText)}`, expected: 'malformed_signature' },
    { of: 'two times', signature: `t=1,t=${nowSeconds},v1=${right}`, expected: 'malformed_signature' },
    { of: 'two headers in one', signature: `${signed()}, ${signed()}`, expected: 'malformed_signature' },
    {
      of: 'a signature cut short',
      signature: `t=${nowSeconds},v1=${right.slice(0, -2)}`,
      expected: 'malformed_signature',
    },
    { of: 'an empty signature', signature: `t=${nowSeconds},v1=`, expected: 'malformed_signature' },
    {
      of: 'a signature in Base64',
      signature: `t=${nowSeconds},v1=${Buffer.from(right, 'hex').toString('base64')}`,
      expected: 'malformed_signature',
    },
    { of: 'a wrong signature', signature: `t=${nowSeconds},v1=${wrong}`, expected: 'bad_signature' },
    { of: 'another secret', signature: signed({ key: 'whsec_other' }), expected: 'bad_signature' },
    { of: 'no secret at all', signature: signed({ key: '' }), expected: 'bad_signature' },
    {
      of: 'the signature of another body',
      signature: signed({ body: eventText.replace('cs_1', 'cs_2') }),
      expected: 'bad_signature',
    },
    { of: 'the signature of another time', signature: `t=${nowSeconds - 1},v1=${right}`, expected: 'bad_signature' },
    { of: 'a right one after a wrong one', signature: `t=${nowSeconds},v1=${wrong},v1=${right}`, expected: 'event' },
    { of: 'a right one before a wrong one', signature: `t=${nowSeconds},v1=${right},v1=${wrong}`, expected: 'event' },
    { of: 'a v0 beside it', signature: `t=${nowSeconds},v1=${right},v0=${wrong}`, expected: 'event' },
    { of: 'the time after it', signature: `v1=${right},t=${nowSeconds}`, expected: 'event' },
    { of: 'spaces', signature: `t=${nowSeconds}, v1=${right}`, expected: 'event' },
  ])('with $of: $expected', ({ signature, expected }) => {
    expect(outcomeOf(read({ signature }))).toBe(expected);
  });

  it.each([
    [-301, 'stale'],
    [-300, 'event'],
    [0, 'event'],
    [300, 'event'],
    [301, 'stale'],
    [24 * 60 * 60, 'stale'],
  ])('signed at %i seconds from now: %s', (seconds, expected) => {
    expect(outcomeOf(read({ signature: signed({ time: nowSeconds + seconds }) }))).toBe(expected);
  });

  it('is read with either secret while one is being replaced', () => {
    const secrets = ['whsec_new', secret];
    expect(outcomeOf(read({ secrets, signature: signed({ key: 'whsec_new' }) }))).toBe('event');
    expect(outcomeOf(read({ secrets, signature: signed() }))).toBe('event');
    expect(outcomeOf(read({ secrets: ['whsec_new'], signature: signed() }))).toBe('bad_signature');
  });

  it.each([{ secrets: [] }, { secrets: [''] }])(
    'is refused by everybody whose secret is unset or empty: $secrets',
    ({ secrets }) => {
      expect(outcomeOf(read({ secrets, signature: signed({ key: '' }) }))).toBe('bad_signature');
    },
  );

  const event: Record<string, unknown> = JSON.parse(eventText);
  it.each<{ of: string; body: string }>([
    { of: 'nothing', body: '' },
    { of: 'half of an event', body: eventText.slice(0, -1) },
    { of: 'a list', body: `[${eventText}]` },
    { of: 'null', body: 'null' },
    { of: 'an event without an id', body: JSON.stringify({ ...event, id: undefined }) },
    { of: 'an event with an empty id', body: JSON.stringify({ ...event, id: '' }) },
    { of: 'an event without a type', body: JSON.stringify({ ...event, type: undefined }) },
    { of: 'an event about nothing', body: JSON.stringify({ ...event, data: {} }) },
    { of: 'an event about a word', body: JSON.stringify({ ...event, data: { object: 'cs_1' } }) },
    { of: 'a thin event', body: JSON.stringify({ ...event, object: 'v2.core.event', data: undefined }) },
  ])('that is signed but holds $of is refused', ({ body }) => {
    expect(outcomeOf(read({ body, signature: signed({ body }) }))).toBe('malformed_event');
  });

  it('is refused after any change of one byte, of its body or its signature', () => {
    const body = Buffer.from(eventText);
    const signature = Buffer.from(signed());
    const change = fc.record({ at: fc.nat(), by: fc.integer({ min: 1, max: 255 }), inBody: fc.boolean() });
    void fc.assert(
      fc.property(change, ({ at, by, inBody }) => {
        const changed = Buffer.from(inBody ? body : signature);
        const index = at % changed.length;
        changed.writeUInt8(changed.readUInt8(index) ^ by, index);
        const result = inBody ? read({ body: changed }) : read({ signature: changed.toString('latin1') });
        expect(result.kind).toBe('refused');
      }),
      { numRuns: draws(2000) },
    );
  });
});

describe("Stripe's own library", () => {
  it('writes signatures that we accept', () => {
    void fc.assert(
      fc.property(fc.json(), fc.integer({ min: -300, max: 300 }), fc.uuid(), (note, seconds, key) => {
        const body = JSON.stringify({ ...JSON.parse(eventText), note });
        const signature = stripe.webhooks.generateTestHeaderString({
          payload: body,
          secret: `whsec_${key}`,
          timestamp: nowSeconds + seconds,
        });
        expect(outcomeOf(read({ body, signature, secrets: [`whsec_${key}`] }))).toBe('event');
      }),
    );
  });

  it.each([
    { of: 'a right signature', signature: signed() },
    { of: 'a right one of 300 seconds ago', signature: signed({ time: nowSeconds - 300 }) },
    { of: 'a right one of 301 seconds ago', signature: signed({ time: nowSeconds - 301 }) },
    { of: 'another secret', signature: signed({ key: 'whsec_other' }) },
    { of: 'the scheme v0', signature: signed().replace('v1', 'v0') },
    { of: 'two signatures', signature: `${signed()},v1=${'0'.repeat(64)}` },
  ])('says the same of $of', ({ signature }) => {
    const accepts = () => stripe.webhooks.constructEvent(eventText, signature, secret, 300, undefined, now.getTime());
    if (read({ signature }).kind === 'event') expect(accepts().id).toBe('evt_1');
    else expect(accepts).toThrow(/timestamp|signature/i);
  });
});
