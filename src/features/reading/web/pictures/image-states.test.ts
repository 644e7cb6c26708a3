import { describe, expect, it } from 'vitest';
import { type ImageEvent, type ImageStates, imageStateOf, imageStatesAfter } from './image-states.ts';

const fail = (tries: number, isOnline = true): ImageEvent => ({
  type: 'failed',
  index: 2,
  tries,
  isOnline,
  isRenewing: false,
});
const ended: ImageEvent = { type: 'failed', index: 2, tries: 0, isOnline: true, isRenewing: true };
const due: ImageEvent = { type: 'due', index: 2 };
const statesAfter = (...events: ImageEvent[]): ImageStates => events.reduce(imageStatesAfter, new Map());
const threeRetries = [fail(0), due, fail(1), due, fail(2), due];

describe('an image that does not load', () => {
  it.each([
    ['waits after its first failure', [fail(0)], 'pausing'],
    ['is asked for again when its pause is over', [fail(0), due], 'loading'],
    ['asks the reader after three retries', [...threeRetries, fail(3)], 'failed'],
    ['is asked for again when the reader says so', [...threeRetries, fail(3), { type: 'retryAll' }], 'loading'],
    ['asks again when that fails too', [...threeRetries, fail(3), { type: 'retryAll' }, fail(4)], 'failed'],
    [
      'is asked for as often as the reader says so',
      [...threeRetries, fail(3), { type: 'retryAll' }, fail(4), { type: 'retryAll' }],
      'loading',
    ],
    ['waits for the connection', [fail(0, false)], 'offline'],
    ['is not asked for while there is none', [fail(0, false), due], 'offline'],
    ['comes back with the connection', [fail(0, false), { type: 'online' }], 'loading'],
    [
      'does not count a failure for want of a connection',
      [...threeRetries, fail(3), { type: 'retryAll' }, fail(4, false)],
      'offline',
    ],
    ['waits for a new address when its own has ended', [ended], 'renewing'],
    ['is asked for at its new address', [ended, { type: 'renewed' }], 'loading'],
    ['waits as after any failure when no new address comes', [ended, { type: 'notRenewed' }], 'pausing'],
    [
      'is asked for at a new address when it had been given up',
      [...threeRetries, fail(3), { type: 'renewed' }],
      'loading',
    ],
    ['counts a failure once, however often it is seen', [fail(0), due, fail(0)], 'loading'],
  ] as const)('%s', (_name, events, status) => {
    expect(imageStateOf(statesAfter(...events), 2).status).toBe(status);
  });

  it('has all its tries before it at a new address', () => {
    const renewed = statesAfter(ended, { type: 'renewed' });
    expect(imageStateOf(renewed, 2)).toEqual({ attempt: 0, tries: 1, status: 'loading' });
  });

  it('is retried together with the others that failed, and with no other', () => {
    const both = statesAfter(
      ...[1, 2].flatMap((index) => threeRetries.map((event) => ({ ...event, index }) as ImageEvent)),
    );
    const failing = [1, 2].reduce<ImageStates>(
      (states, index) => imageStatesAfter(states, { ...fail(3), index } as ImageEvent),
      both,
    );
    const retried = imageStatesAfter(failing, { type: 'retryAll' });
    expect([0, 1, 2].map((index) => imageStateOf(retried, index).tries)).toEqual([0, 4, 4]);
  });
});
