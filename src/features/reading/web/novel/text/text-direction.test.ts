import { describe, expect, it } from 'vitest';
import { otherDirection } from './text-direction.ts';

describe('otherDirection', () => {
  it.each<[string, 'ltr' | 'rtl', 'ltr' | 'rtl' | undefined]>([
    ['قال الرجل: مرحبا بكم', 'rtl', undefined],
    ['London كانت مدينة كبيرة في ذلك الزمان', 'rtl', undefined],
    ['* * *', 'rtl', undefined],
    ['…', 'rtl', undefined],
    ['1914', 'rtl', undefined],
    ['It was the best of times, it was the worst of times.', 'rtl', 'ltr'],
    ['It was the best of times (كان أفضل) it was the worst of times, said he.', 'rtl', 'ltr'],
    ['قال «It was the best of times, it was the worst» ثم مضى إلى البيت', 'rtl', undefined],
    ['It was the best of times.', 'ltr', undefined],
    ['السلام عليكم!', 'ltr', 'rtl'],
    ['« السلام عليكم », dit-il en arabe.', 'ltr', undefined],
    ['שלום עולם', 'ltr', 'rtl'],
    ['他说：「好。」', 'ltr', undefined],
    ['', 'ltr', undefined],
  ])('of %j where text runs %s is %s', (text, usual, other) => {
    expect(otherDirection(text, usual)).toBe(other);
  });
});
