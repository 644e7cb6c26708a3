import { expect, it } from 'vitest';
import type { ChapterInOrder } from '../../studio-contract.ts';
import { changesOfMove, moved } from './order.ts';

function chapter(
  name: string,
  given: { state?: 'draft' | 'published'; access?: ChapterInOrder['access'] } = {},
): ChapterInOrder {
  const { state = 'published', access = 'rule' } = given;
  return { chapter_uuid: name, title: name, place: 1, number: 1, access, state };
}
const names = (rows: readonly ChapterInOrder[]) => rows.map(({ title }) => title);

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
