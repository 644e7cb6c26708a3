import { describe, expect, it } from 'vitest';
import { editOf, type Mark, placesOf } from './marks.ts';

/** The text after a button was pressed; `|` stands at both ends of the selection. */
function pressed(mark: Mark, given: string): string {
  const from = given.indexOf('|');
  const to = given.lastIndexOf('|') - (given.lastIndexOf('|') > from ? 1 : 0);
  const text = given.replaceAll('|', '');
  const edit = editOf(mark, { text, from, to });
  const next = text.slice(0, edit.from) + edit.words + text.slice(edit.to);
  const { from: start, to: end } = edit.select;
  return `${next.slice(0, start)}|${next.slice(start, end)}|${next.slice(end)}`;
}

describe('the buttons of the editor', () => {
  it.each<[Mark, string, string]>([
    ['strong', 'a |bold| word', 'a **|bold|** word'],
    ['strong', 'a **|bold|** word', 'a |bold| word'],
    ['em', 'a | spaced | word', 'a  *|spaced|*  word'],
    ['heading', 'One\n\nT|wo', 'One\n\n## Two||'],
    ['heading', '## T|wo', 'Two||'],
    ['quote', '|One\n\nTwo|', '> One\n\n> Two||'],
    ['list', '|One\nTwo|', '- One\n- Two||'],
    ['link', 'the |terms|', 'the [terms](||)'],
    ['rule', 'One|', 'One\n\n---\n\n||'],
    ['note', 'One| two[^1]\n\n[^1]: x', 'One[^2] two[^1]\n\n[^1]: x\n\n[^2]: ||'],
  ])('%s: %j', (mark, before, after) => {
    expect(pressed(mark, before)).toBe(after);
  });

  it('asks for the reading of a selected word', () => {
    expect(editOf('ruby', { text: '漢字', from: 0, to: 2 })).toEqual({
      ...{ from: 0, to: 2, words: '{漢字|}' },
      select: { from: 4, to: 4 },
    });
  });

  it('finds words whatever their case', () => {
    expect(placesOf('École a.c école abc', 'école')).toEqual([0, 10]);
    expect(placesOf('a.c abc', 'a.c')).toEqual([0]);
  });
});
