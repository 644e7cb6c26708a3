import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '../../../../web/api-client.ts';
import { inSite } from '../../../../web/testing/in-site.tsx';
import { Filters } from './Filters.tsx';
import { GenreChip } from './GenreChip.tsx';
import { SearchDialog } from './SearchDialog.tsx';
import { nothingAsked, pressGenre, stateOfGenre } from './search-selection.ts';

const book = '0b2f7a52-3f0f-4d52-9f5e-0d6d7f7c0001';
const suggested = [
  { kind: 'book', text: 'Storm Harbour', book_uuid: book, author: 'Mei Lin', cover: null },
  { kind: 'author', text: 'Stormer' },
  { kind: 'tag', text: 'Mystery', tag: '悬疑推理' },
];

let opened: string[];
let asked: string[];
/** Answers the suggestions that were asked for first, by their words. */
let answers: Record<string, (rows: unknown[]) => void>;

beforeEach(() => {
  opened = [];
  asked = [];
  answers = {};
  // happy-dom scrolls nothing.
  Element.prototype.scrollIntoView = () => {};
});

function show(content: ReactNode) {
  const api = createApi((_, address) => {
    const words = new URLSearchParams(address.split('?')[1]).get('q') ?? '';
    asked.push(words);
    return new Promise((answer) => {
      answers[words] = (result) => answer({ result });
    });
  });
  render(inSite(content, { api, open: (to) => void opened.push(to) }));
}

function Chip() {
  const [selection, setSelection] = useState(nothingAsked);
  return (
    <GenreChip
      tag="Mystery"
      state={stateOfGenre(selection, 'Mystery')}
      count={3}
      onPress={() => setSelection({ ...selection, ...pressGenre(selection, 'Mystery') })}
    />
  );
}

describe('a genre of the search', () => {
  it('is unused, included and left out in turn, and says which', () => {
    show(<Chip />);
    const chip = screen.getByRole('button', { name: 'Mystery' });
    const names = [1, 2, 3].map(() => {
      fireEvent.click(chip);
      return chip.getAttribute('aria-label');
    });
    expect(names).toEqual(['Mystery, included', 'Mystery, left out', 'Mystery']);
  });
});

describe('the genres of the search', () => {
  const genres = Array.from({ length: 12 }, (_, index) => `Genre ${index}`);

  it('cannot be more than the search takes, and none goes because another comes', async () => {
    const full = { ...nothingAsked, tags: genres.slice(0, 10) };
    expect(pressGenre(full, 'Genre 11')).toEqual({ tags: full.tags, without: [] });
    show(<Filters selection={{ ...full, without: ['Genre 10'] }} facets={undefined} onSelect={() => {}} />);
    await act(async () => answers['']?.(genres));
    const isRefused = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true';
    expect(['Genre 11', 'Genre 0, included', 'Genre 10, left out'].map(isRefused)).toEqual([true, false, false]);
  });

  it.each([
    [49, 'Genre 00'],
    [50, 'Genre 0'],
  ])('say no count that nobody knows, with %i counted', (counted, shown) => {
    const tags = Array.from({ length: counted }, (_, index) => ({ value: `Counted ${index}`, count: 9 }));
    const facets = { tags, status: [], kind: [], language: [], free: 0 };
    show(<Filters selection={{ ...nothingAsked, tags: ['Genre 0'] }} facets={facets} onSelect={() => {}} />);
    expect(screen.getByRole('button', { name: 'Genre 0, included' }).textContent).toBe(shown);
  });
});

describe('the dialog of the search', () => {
  const field = () => screen.getByRole('combobox', { name: 'Search' });
  const press = (key: string) => fireEvent.keyDown(field(), { key });
  const active = () =>
    screen.queryAllByRole('option').find(({ id }) => id === field().getAttribute('aria-activedescendant'))?.textContent;
  async function type(words: string) {
    fireEvent.change(field(), { target: { value: words } });
    await waitFor(() => expect(asked).toContain(words));
  }
  const answer = (words: string, rows: unknown[]) => act(async () => answers[words]?.(rows));

  it('moves through what is suggested by arrows, and opens the active row', async () => {
    let closed = 0;
    show(<SearchDialog onClose={() => closed++} />);
    await type('storm');
    await answer('storm', suggested);
    expect(active()).toBeUndefined();
    const seen = ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowDown'].map((key) => {
      press(key);
      return active();
    });
    const first = 'Storm Harbour Mei Lin';
    expect(seen.map((text) => text?.replace(/^S(?=Storm H)/, ''))).toEqual([
      first,
      'Stormer Author',
      first,
      'Search for “storm”',
      first,
    ]);
    press('Enter');
    expect([opened, closed]).toEqual([[`/book/chapters/${book}`], 1]);
  });

  it('searches for the words where no row is active', async () => {
    show(<SearchDialog onClose={() => {}} />);
    await type('storm');
    press('Enter');
    expect(opened).toEqual(['/search?q=storm']);
  });

  it('leads to the books of a genre by its stored name', async () => {
    show(<SearchDialog onClose={() => {}} />);
    await type('my');
    await answer('my', suggested);
    fireEvent.click(screen.getByRole('option', { name: /Mystery/ }));
    expect(opened).toEqual([`/search?${new URLSearchParams({ tags: '悬疑推理' })}`]);
  });

  it('leads to the books of an author by the name that is shown', async () => {
    show(<SearchDialog onClose={() => {}} />);
    await type('jo');
    await answer('jo', [{ kind: 'author', text: 'Jos&#233;' }]);
    fireEvent.click(screen.getByRole('option', { name: /José/ }));
    expect(opened).toEqual([`/search?${new URLSearchParams({ q: 'José' })}`]);
  });

  it('lets only the latest answer count', async () => {
    show(<SearchDialog onClose={() => {}} />);
    await type('st');
    await type('storm');
    await answer('storm', suggested.slice(0, 1));
    await answer('st', suggested);
    expect(screen.getAllByRole('option')).toHaveLength(2);
  });

  it('leaves keys of an input method alone', async () => {
    show(<SearchDialog onClose={() => {}} />);
    await type('feng');
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true });
    // As Safari tells of the Enter that ends a composition.
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 });
    expect(opened).toEqual([]);
  });

  it('closes at a press beside it, but not where a selection of its text ends there', () => {
    let closed = 0;
    show(<SearchDialog onClose={() => closed++} />);
    const dialog = screen.getByRole('dialog');
    fireEvent.pointerDown(field());
    fireEvent.click(dialog);
    expect(closed).toBe(0);
    fireEvent.pointerDown(dialog);
    fireEvent.click(dialog);
    expect(closed).toBe(1);
  });
});
