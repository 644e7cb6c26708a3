import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../web/api-client.ts';
import { openStudioPage } from '../../../studio/testing/open-page.tsx';
import { BookField } from './BookField.tsx';

const books = ['Mochi', 'Harbour', 'Meadow'].map((title) => ({
  ...{ book_uuid: `id of ${title}`, title, original_title: `${title} 原`, cover: null, state: 'shown' },
}));
const listOf = (result: unknown[]) => ({ result, total: result.length });
const textOf = (path: string) => new URLSearchParams(path.split('?')[1]).get('q') ?? '';
const booksFor = (path: string) =>
  listOf(books.filter(({ title }) => title.toLowerCase().includes(textOf(path).toLowerCase())));

beforeEach(() => {
  Element.prototype.scrollIntoView = () => {};
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function openField(answer: (path: string) => Promise<unknown> = async (path) => booksFor(path)) {
  const page = { Component: BookField, searchKeys: [] };
  openStudioPage({ page, path: '/studio', answer: (_method, path) => answer(path) });
  return screen.getByRole<HTMLInputElement>('combobox', { name: 'Book' });
}

const chosen = () => document.querySelector<HTMLInputElement>('input[name=book_uuid]')?.value;
const press = (field: HTMLElement, key: string) => fireEvent.keyDown(field, { key });
const activeOf = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent ?? null;

describe('the field for a book', () => {
  it('is moved through by keys, and takes what Enter is pressed on', async () => {
    const field = openField();
    expect(field.getAttribute('aria-expanded')).toBe('false');
    press(field, 'ArrowDown');
    expect(await screen.findAllByRole('option')).toHaveLength(3);
    expect([field.getAttribute('aria-expanded'), activeOf(field)]).toEqual(['true', null]);
    press(field, 'ArrowDown');
    expect(activeOf(field)).toContain('Mochi');
    press(field, 'End');
    expect(activeOf(field)).toContain('Meadow');
    press(field, 'ArrowDown');
    expect(activeOf(field)).toContain('Mochi');
    press(field, 'ArrowUp');
    press(field, 'Home');
    press(field, 'Enter');
    expect([field.value, chosen(), screen.queryByRole('option')]).toEqual(['Mochi', 'id of Mochi', null]);
  });

  it('finds by what is typed, and Enter takes the first; Escape closes the list alone', async () => {
    const field = openField();
    fireEvent.change(field, { target: { value: 'harb' } });
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    expect(screen.getByRole('option').textContent).toContain('Harbour 原');
    expect(press(field, 'Escape')).toBe(false); // the dialog around it does not hear of the key
    expect([screen.queryByRole('option'), chosen()]).toEqual([null, '']);
    expect(press(field, 'Escape')).toBe(true);
    press(field, 'ArrowDown');
    await screen.findByRole('option');
    press(field, 'Enter');
    expect(chosen()).toBe('id of Harbour');
  });

  it('takes nothing of a list that is older than what was typed', async () => {
    const field = openField();
    fireEvent.click(field);
    expect(await screen.findAllByRole('option')).toHaveLength(3);
    fireEvent.change(field, { target: { value: 'mead' } });
    expect(press(field, 'Enter')).toBe(false); // nor is the form sent
    expect([chosen(), field.value]).toEqual(['', 'mead']);
    await waitFor(() => expect(activeOf(field)).toContain('Meadow'));
    press(field, 'Enter');
    expect(chosen()).toBe('id of Meadow');
  });

  it('holds a book or nothing: a text that names none goes, and a changed one is no choice', async () => {
    const field = openField();
    fireEvent.click(field);
    fireEvent.click((await screen.findAllByRole('option'))[1] as HTMLElement); // there are three
    expect(chosen()).toBe('id of Harbour');
    fireEvent.change(field, { target: { value: 'Harbours' } });
    expect(chosen()).toBe('');
    expect(await screen.findByText('No results')).toBeTruthy();
    fireEvent.blur(field);
    expect(field.value).toBe('');
  });

  it('says why books cannot be listed, and asks again', async () => {
    let isBroken = true;
    const field = openField(async (path) => {
      if (isBroken) throw new ApiError(429, { error: 'Too much at once' });
      return booksFor(path);
    });
    fireEvent.click(field);
    expect((await screen.findByRole('alert')).textContent).toContain('Too much at once');
    isBroken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findAllByRole('option')).toHaveLength(3);
  });
});
