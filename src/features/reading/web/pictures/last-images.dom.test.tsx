import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { comicChapter } from '../../testing/chapters.ts';
import { areAllWanted } from './connection.ts';
import { keepLastImages } from './last-images.ts';

const minute = 60_000;
const from = new Date('2026-11-23T10:00:00.000Z').getTime();
const at = (ms: number) => new Date(from + ms).toISOString();
const window = (until: string | null) => ({ state: 'free', free_at: null, until, reason: 'window' }) as const;
const member = { state: 'members', free_at: null, until: null, reason: 'member' } as const;

beforeEach(() => {
  vi.useFakeTimers({ now: from });
});
afterEach(() => {
  vi.useRealTimers();
});

function start({ access, ends = [] }: { access: typeof member | ReturnType<typeof window>; ends?: (string | null)[] }) {
  const get = vi.fn(async () => {
    const end = ends.length > 1 ? ends.shift() : ends[0];
    return { result: end ? { expire_at: end, is_expired: false } : null };
  });
  const api = { get } as never; // one call of the client's
  return { get, leave: keepLastImages(comicChapter({ access }), api) };
}

const areWanted = () => areAllWanted.get();

describe('the other images of a chapter', () => {
  it('are wanted a minute before a free window ends, until the chapter is left', async () => {
    const { get, leave } = start({ access: window(at(10 * minute)) });
    await vi.advanceTimersByTimeAsync(9 * minute - 1);
    expect(areWanted()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(areWanted()).toBe(true);
    expect(get).not.toHaveBeenCalled();
    leave();
    expect(areWanted()).toBe(false);
  });

  it('are wanted at once where less than a minute is left', async () => {
    const { leave } = start({ access: window(at(minute / 2)) });
    await vi.advanceTimersByTimeAsync(0);
    expect(areWanted()).toBe(true);
    leave();
  });

  it('are wanted a minute before a membership ends', async () => {
    const { leave } = start({ access: member, ends: [at(10 * minute)] });
    await vi.advanceTimersByTimeAsync(9 * minute);
    expect(areWanted()).toBe(true);
    leave();
  });

  it.each([
    ['a membership was bought anew meanwhile', { access: member, ends: [at(10 * minute), at(60 * 24 * minute)] }],
    ['its end lies months ahead', { access: member, ends: [at(90 * 24 * 60 * minute)] }],
    ['there is no known end', { access: member, ends: [null] }],
    ['the end has been', { access: window(at(-minute)) }],
  ])('are let be where %s', async (_name, facts) => {
    const { leave } = start(facts);
    await vi.advanceTimersByTimeAsync(60 * minute);
    expect(areWanted()).toBe(false);
    leave();
  });

  it('are let be where the chapter was left, or data is to be saved', async () => {
    start({ access: window(at(10 * minute)) }).leave();
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
    const { leave } = start({ access: window(at(minute)) });
    await vi.advanceTimersByTimeAsync(10 * minute);
    expect(areWanted()).toBe(false);
    leave();
    Reflect.deleteProperty(navigator, 'connection');
  });
});
