import { describe, expect, it } from 'vitest';
import { decodeReferences, inPieces } from './pieces.ts';

const mebi = 1024 * 1024;

describe('a text of millions of characters', () => {
  it('has the same references as a short one, wherever its pieces end', () => {
    for (let shift = 0; shift < 14; shift += 1) {
      const before = 'x'.repeat(mebi - shift);
      expect(decodeReferences(`${before}&#1114111;&amp;amp;&none;`)).toBe(`${before}\u{10ffff}&amp;&none;`);
    }
  });

  it('is never given to a replacement as a whole', () => {
    const lengths: number[] = [];
    const text = '&'.repeat(3 * mebi + 5);
    const keep = (piece: string) => {
      lengths.push(piece.length);
      return piece;
    };
    expect(inPieces(text, keep) === text).toBe(true);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(mebi);
  });
});
