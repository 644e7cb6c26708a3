import { expect, it } from 'vitest';
import type { ChapterRow } from '../../studio-contract.ts';
import { changesOfMove, moved } from './order.ts';

function chapter(name: string, given: { state?: 'draft' | 'published'; access?: ChapterRow['access'] } = {}) {
  const { state = 'published', access = 'rule' } = given;
  // The facts that a move depends on; a whole row says more.
  return { title: name, access, editions: [{ language: 'en-us', state }] } as unknown as ChapterRow;
}
const names = (rows: readonly ChapterRow[]) => rows.map(({ title }) => title);

it('names the chapters that become free and those that are locked', () => {
  const before = [chapter('A'), chapter('B'), chapter('C')];
  const { free, locked } = changesOfMove({ before, after: moved(before, 2, 0) }, 2);
  expect([names(free), names(locked)]).toEqual([['C'], ['B']]);
});

it('passes over drafts and chapters with a rule of their own', () => {
  const before = [chapter('A'), chapter('Draft', { state: 'draft' }), chapter('B', { access: 'free' }), chapter('C')];
  const { free, locked } = changesOfMove({ before, after: moved(before, 2, 0) }, 1);
  expect([names(free), names(locked)]).toEqual([[], ['A']]);
  expect(changesOfMove({ before, after: moved(before, 1, 0) }, 1)).toEqual({ free: [], locked: [] });
});
