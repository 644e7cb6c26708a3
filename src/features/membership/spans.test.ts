import { describe, expect, it } from 'vitest';
import { foldLedger } from './rules.ts';
import { type KeptEntry, spansOf } from './spans.ts';

const day = (nth: number) => new Date(Date.UTC(2026, 0, 1 + nth));
const dayOf = (time: Date) => (time.getTime() - day(0).getTime()) / 86_400_000;
const gave = (id: number, at: number, days: number): KeptEntry => ({
  ...{ id, cause: `coupon:${id}`, kind: 'extend', by: { days } },
  createdAt: day(at),
});
const set = (id: number, at: number, until: number): KeptEntry => ({
  ...{ id, cause: `operator:${id}`, kind: 'set', until: day(until) },
  createdAt: day(at),
});
const revoked = (id: number, entry: KeptEntry & { cause?: string }): KeptEntry => ({
  ...{ id, kind: 'revoke', revokes: entry.cause ?? '' },
});
const shown = (entries: readonly KeptEntry[]) =>
  spansOf(entries).map(({ from, to, entry }) => `${entry}: ${dayOf(from)}-${dayOf(to)}`);

describe('the spans of a membership', () => {
  it.each([
    ['nothing', [], []],
    ['one grant', [gave(1, 0, 30)], ['1: 0-30']],
    ['two grants that follow each other', [gave(1, 0, 30), gave(2, 10, 7)], ['1: 0-30', '2: 30-37']],
    ['two grants with a lapse between them', [gave(1, 0, 3), gave(2, 10, 7)], ['1: 0-3', '2: 10-17']],
    ['a grant that was taken back', [gave(1, 0, 30), gave(2, 1, 7), revoked(3, gave(1, 0, 30))], ['2: 1-8']],
    ['an end set later', [gave(1, 0, 30), set(2, 5, 40)], ['1: 0-30', '2: 30-40']],
    ['an end set earlier', [gave(1, 0, 30), gave(2, 1, 30), set(3, 5, 20)], ['1: 0-20']],
    ['an end set for somebody who was no member', [set(1, 5, 40)], ['1: 5-40']],
    ['an end set now, and a grant after it', [gave(1, 0, 30), set(2, 5, 5), gave(3, 8, 2)], ['1: 0-5', '3: 8-10']],
    ['an end set before the beginning', [gave(1, 5, 30), set(2, 6, 2)], ['2: 2-2']],
    ['an end set into a lapse', [gave(1, 0, 3), gave(2, 10, 7), set(3, 12, 6)], ['1: 0-3', '3: 6-6']],
  ] as const)('of %s', (_, entries, spans) => {
    expect(shown(entries)).toEqual(spans);
  });

  it('follow each other without overlap, and end with the membership, whatever was decided', () => {
    let seed = 7;
    const draw = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor((seed / 2147483648) * below);
    };
    for (let round = 0; round < 500; round += 1) {
      const entries: KeptEntry[] = [];
      let at = 0;
      for (let id = 1; id <= 1 + draw(8); id += 1) {
        at += draw(12);
        const target = entries[draw(entries.length + 1)];
        if (draw(4) === 0 && target && target.kind !== 'revoke') entries.push(revoked(id, target));
        else entries.push(draw(3) === 0 ? set(id, at, draw(60)) : gave(id, at, 1 + draw(20)));
      }
      const spans = spansOf(entries);
      expect(spans.at(-1)?.to ?? null).toEqual(foldLedger(entries));
      for (const [nth, { from, to, entry }] of spans.entries()) {
        expect(from <= to && (nth === 0 || (spans[nth - 1]?.to ?? to) <= from)).toBe(true);
        const cause = `${entries.find(({ id }) => id === entry)?.kind}`;
        expect(cause).not.toBe('revoke');
      }
    }
  });
});
