import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../web/api-client.ts';
import { openStudioPage } from '../../../studio/testing/open-page.tsx';
import { studioPage } from '../../../studio/web/Page.tsx';
import type { ImportOnWire } from '../../studio-contract.ts';
import { Plan } from './Plan.tsx';

const given: ImportOnWire = {
  ...{ id: 'an import', name: 'Harbour Lights', source: 'studio' as const, user: null, state: 'checked' as const },
  ...{
    phase: '',
    done: 0,
    total: 0,
    current: null,
    eta_seconds: null,
    created_at: '2026-03-01T10:00:00.000Z',
    committed_at: null,
  },
  ...{ undo_until: null, books: [], cause: null },
  counts: { files: 3, new: 3, replaced: 0, same: 0, left_out: 0, failed: 0, warnings: 0 },
};

function chapterOf(number: number, state: string, languages: string[]) {
  return {
    ...{ key: `key ${number}`, chapter_uuid: null, number, titles: { 'en-us': `Part ${number}` }, state },
    ...{ languages, warnings: [] },
    editions: languages.map((language) => ({ language, pages: [], first_lines: `It rained ${number} times.` })),
  };
}

/** Opens an import of three chapters that can still be changed; returns what is sent over the version that stands. */
async function open(
  states: readonly string[] = ['added', 'added', 'added'],
  { isUndone = false, isRefused = false, isCut = (): boolean => false, several = 0, isBehind = false } = {},
): Promise<unknown[]> {
  let version = 1;
  const sent: unknown[] = [];
  const chapters = states.map((state, at) =>
    chapterOf(at + 1, state, at + 1 === several ? ['en-us', 'fr-fr'] : ['en-us']),
  );
  const book = {
    ...{ key: 'harbour', book_uuid: null, title: 'Harbour Lights', titles: { 'en-us': 'Harbour Lights' } },
    ...{ target: null, kind: 'novel', kinds: ['novel'], state: 'created', warnings: [], chapters },
  };
  openStudioPage({
    page: studioPage(() => (
      <Plan given={{ ...given, ...(isUndone && { state: 'undone' }) }} onChanged={async () => {}} />
    )),
    path: '/studio/imports/an import',
    etagNow: () => String(version),
    async answer(method, _path, body, ifMatch) {
      if (method === 'PATCH') {
        await Promise.resolve();
        if (isCut()) throw new ApiError(0, {});
        if (isRefused || ifMatch !== String(version)) throw new ApiError(412, { code: 'edit_conflict' });
        sent.push((body as { changes: unknown[] }).changes); // of the plan
        version += 1;
      }
      if (method === 'POST' && isBehind && version === 1) {
        version += 1;
        throw new ApiError(412, { code: 'edit_conflict' });
      }
      if (method === 'POST' && ifMatch === String(version)) sent.push(body);
      return { result: { books: [book], files: [], pictures: { looked_at: 0, total: 0 } }, total: 0 };
    },
  });
  await screen.findByRole('table', { name: 'Chapters of Harbour Lights' });
  return sent;
}

const row = (number: number) => screen.getAllByRole('row')[number] as HTMLElement; // behind the head

describe('the chapters of an import', () => {
  it('are renamed where they stand: Enter sends the one change, Escape none, and an emptied field is as before', async () => {
    const sent = await open();
    const title = within(row(2)).getByLabelText<HTMLInputElement>('Title (English)');
    fireEvent.change(title, { target: { value: 'Fog' } });
    fireEvent.keyDown(title, { key: 'Escape' });
    fireEvent.blur(title);
    fireEvent.change(title, { target: { value: ' ' } });
    fireEvent.blur(title);
    expect([title.value, sent]).toEqual(['Part 2', []]);
    title.focus();
    fireEvent.change(title, { target: { value: ' Fog ' } });
    fireEvent.keyDown(title, { key: 'Enter' });
    await waitFor(() => expect(sent).toEqual([[{ chapter: 'key 2', book: 'harbour', titles: { 'en-us': 'Fog' } }]]));
  });

  it('go into a book without the focus being lost', async () => {
    await open();
    const button = screen.getByRole('button', { name: 'Add to an existing book…' });
    button.focus();
    fireEvent.click(button);
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Book' }));
  });

  it('keep their languages where they have several, which is said', async () => {
    await open(undefined, { several: 2 });
    const box = (number: number) => screen.getByRole('checkbox', { name: `Select Part ${number}` });
    fireEvent.click(box(2));
    expect(screen.queryByRole('button', { name: 'Change language…' })).toBeNull();
    fireEvent.click(box(1));
    fireEvent.click(screen.getByRole('button', { name: 'Change language…' }));
    expect(screen.getByText(/^1 chapter in several languages stays as it is/)).toBeTruthy();
  });

  it('are skipped many at once, and included again', async () => {
    const sent = await open(['added', 'left_out', 'added']);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Part 1' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Part 3' }), { shiftKey: true });
    const bar = within(screen.getByRole('toolbar'));
    expect(bar.getByText('3 selected')).toBeTruthy();
    fireEvent.click(bar.getByRole('button', { name: 'Skip' }));
    await waitFor(() =>
      expect(sent).toEqual([[{ book: 'harbour', chapters: ['key 1', 'key 2', 'key 3'], leave_out: true }]]),
    );
    fireEvent.click(within(row(2)).getByRole('button', { name: 'Include' }));
    await waitFor(() => expect(sent[1]).toEqual([{ book: 'harbour', chapters: ['key 2'], leave_out: false }]));
  });

  it('are changed one after the other, however quickly that is asked', async () => {
    const sent = await open();
    for (const number of [1, 2, 3]) fireEvent.click(within(row(number)).getByRole('button', { name: 'Skip' }));
    const skip = (key: string) => [{ book: 'harbour', chapters: [key], leave_out: true }];
    await waitFor(() => expect(sent).toEqual([skip('key 1'), skip('key 2'), skip('key 3')]));
  });

  it('have the title of the plan again where another one is refused', async () => {
    await open(undefined, { isRefused: true });
    const title = within(row(2)).getByLabelText<HTMLInputElement>('Title (English)');
    fireEvent.change(title, { target: { value: 'Fog' } });
    fireEvent.blur(title);
    await waitFor(() => expect(title.value).toBe('Part 2'));
  });

  it('keep a title that was typed while the line was lost, and save it at the next try', async () => {
    let isCut = true;
    const sent = await open(undefined, { isCut: () => isCut });
    const title = within(row(2)).getByLabelText<HTMLInputElement>('Title (English)');
    fireEvent.change(title, { target: { value: 'Fog' } });
    fireEvent.blur(title);
    await waitFor(() => expect(title.getAttribute('aria-invalid')).toBe('true'));
    expect(title.value).toBe('Fog');
    isCut = false;
    fireEvent.blur(title);
    await waitFor(() => expect(sent).toEqual([[{ chapter: 'key 2', book: 'harbour', titles: { 'en-us': 'Fog' } }]]));
  });

  it('are brought in at the next try where somebody else has changed the plan', async () => {
    const sent = await open(undefined, { isBehind: true });
    fireEvent.click(screen.getByRole('button', { name: 'Import' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Someone else changed this in the meantime');
    fireEvent.click(screen.getByRole('button', { name: 'Import' }));
    await waitFor(() => expect(sent).toEqual([{ publish: 'draft' }]));
  });

  it('are brought in without a word to followers where that is switched off', async () => {
    const sent = await open();
    fireEvent.click(screen.getByRole('switch', { name: 'Publish immediately' }));
    fireEvent.click(screen.getByRole('switch', { name: 'Tell followers' }));
    fireEvent.click(screen.getByRole('button', { name: 'Import' }));
    await waitFor(() => expect(sent).toEqual([{ publish: 'now', silent: true }]));
  });

  it('show how a text begins, and cannot be changed once the import is undone', async () => {
    await open(['added'], { isUndone: true });
    expect(screen.getByText('It rained 1 times.')).toBeTruthy();
    expect(screen.queryByLabelText('Title (English)')).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});
