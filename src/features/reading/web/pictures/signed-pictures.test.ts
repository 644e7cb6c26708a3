import { describe, expect, it, vi } from 'vitest';
import type { Picture } from '../../../../shared/wire.ts';
import { createRenewal, expiryOf, findEnding, isSamePicture } from './signed-pictures.ts';

const noon = 1_800_000_000_000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const signed = (expiry: number, image = 'a') => `/media/${image}/800.webp?e=${expiry}&s=x&v=1&sig=y`;
const pictureAt = (src: string): Picture => ({ src, sources: [], width: 1, height: 1, placeholder: '' });

it.each([
  ['/media/a/800.webp', null],
  ['/media/a/800.webp?retry=1', null],
  [signed(noon), noon],
  [`${signed(noon)}&retry=2`, noon],
  ['/media/a/800.webp?sig=y', Number.POSITIVE_INFINITY],
])('%s ends at %s', (address, expiry) => {
  expect(expiryOf(address)).toBe(expiry);
});

it.each([
  ['none that is everybody’s', ['/media/a/800.webp'], undefined],
  ['none that lives on', [signed(noon + 2 * minuteMs)], undefined],
  [
    'one that ends within a minute',
    [signed(noon + hourMs), signed(noon + minuteMs - 1, 'b')],
    signed(noon + minuteMs - 1, 'b'),
  ],
  ['one that has ended', [signed(noon - hourMs)], signed(noon - hourMs)],
])('of the addresses it finds %s', (_name, addresses, found) => {
  expect(findEnding(addresses.map(pictureAt), noon)?.src).toBe(found);
});

it.each([
  [signed(1), signed(2), true],
  [signed(1), '/media/a/800.webp', true],
  [signed(1), signed(1, 'b'), false],
])('%s and %s are one picture: %s', (one, other, same) => {
  expect(isSamePicture(pictureAt(one), pictureAt(other))).toBe(same);
});

describe('the addresses of a chapter', () => {
  const good = signed(noon + 6 * hourMs);

  function start(ask = vi.fn(async () => {})) {
    const time = { now: noon };
    return { ask, time, renewal: createRenewal({ ask, now: () => time.now, freeUntil: noon + hourMs }) };
  }

  it('are renewed by one question, however many images ask', async () => {
    const { ask, renewal } = start();
    const answers = [renewal.renew(good), renewal.renew(signed(noon - 1, 'b'))];
    expect(await Promise.all(answers)).toEqual([true, true]);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('are renewed once', async () => {
    const { renewal } = start();
    await renewal.renew(good);
    expect(renewal.renew(good)).toBeNull();
  });

  it('are renewed again when their time has run out', async () => {
    const { time, renewal } = start();
    await renewal.renew(good);
    time.now += 6 * hourMs;
    expect(await renewal.renew(good)).toBe(true);
  });

  it('are not renewed again and again where the clock is ahead', async () => {
    const { renewal } = start();
    await renewal.renew(signed(noon - hourMs));
    expect(renewal.renew(signed(noon - hourMs))).toBeNull();
  });

  it('may be asked for again when no answer came', async () => {
    const ask = vi.fn(async () => {}).mockRejectedValueOnce(new Error('no answer'));
    const { renewal } = start(ask);
    expect(await renewal.renew(good)).toBe(false);
    expect(await renewal.renew(good)).toBe(true);
  });

  it('are renewed once they are no longer everybody’s', async () => {
    const { time, renewal } = start();
    time.now += hourMs;
    expect(await renewal.renew('/media/a/800.webp')).toBe(true);
    expect(renewal.renew('/media/a/800.webp')).toBeNull();
  });

  it('are left alone where they are everybody’s', () => {
    const { ask, renewal } = start();
    expect(renewal.renew('/media/a/800.webp')).toBeNull();
    expect(ask).not.toHaveBeenCalled();
  });
});
