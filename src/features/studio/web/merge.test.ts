import { describe, expect, it } from 'vitest';
import { changesOf, merge } from './merge.ts';

const base = { title: 'Harbour', author: 'Ann', tags: ['sea'] };

describe('two changes of one thing', () => {
  it('come together where each side changed other fields', () => {
    const { merged, clashes } = merge(base, { ...base, title: 'Haven' }, { ...base, tags: ['sea', 'ships'] });
    expect(merged).toEqual({ title: 'Haven', author: 'Ann', tags: ['sea', 'ships'] });
    expect(clashes).toEqual([]);
  });

  it('clash where both sides changed a field in another way', () => {
    const { merged, clashes } = merge(base, { ...base, title: 'Haven' }, { ...base, title: 'Port', author: 'Bo' });
    expect(clashes).toEqual([{ field: 'title', yours: 'Haven', theirs: 'Port' }]);
    expect(merged).toEqual({ title: 'Haven', author: 'Bo', tags: ['sea'] });
  });

  it('do not clash where both made the same change, or one took it back', () => {
    expect(merge(base, { ...base, title: 'Port' }, { ...base, title: 'Port' }).clashes).toEqual([]);
    expect(merge(base, base, { ...base, title: 'Port' })).toEqual({ merged: { ...base, title: 'Port' }, clashes: [] });
  });
});

describe('the changes of a thing', () => {
  it('are the fields that differ, lists by their content', () => {
    expect(changesOf(base, { ...base, tags: ['sea'] })).toEqual({});
    expect(changesOf(base, { ...base, tags: [], author: '' })).toEqual({ tags: [], author: '' });
  });
});
