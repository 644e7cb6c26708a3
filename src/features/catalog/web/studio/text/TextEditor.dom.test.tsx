import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../../web/api-client.ts';
import { writeDraft } from '../../../../../web/drafts.ts';
import { openStudioPage } from '../../../../studio/testing/open-page.tsx';
import { isUnsaved } from '../../../../studio/web/unsaved.ts';
import { ChapterText } from './ChapterText.tsx';
import { NewChapter } from './NewChapter.tsx';

/** A server of one text with the drafts of one editor. */
function serverOf(markdown: string) {
  const site = { markdown, version: 1, draft: null as { markdown: string; base: string } | null, isGone: false };
  const saved_at = '2026-03-02T09:00:00.000Z';
  const text = () => ({
    ...{ markdown: site.markdown, words: 1, characters: 1, drafts: [] },
    draft_saved_at: site.draft && saved_at,
  });
  async function answer(method: string, path: string, body?: unknown, ifMatch?: string | null): Promise<unknown> {
    if (site.isGone) throw new ApiError(0, {});
    if (path.endsWith('/versions'))
      return { result: [{ version: 1, at: saved_at, user: null, by: 'import', words: 1 }] };
    if (path.endsWith('/versions/1')) return { result: { markdown: 'Zero' } };
    if (path.endsWith('/restore')) {
      if (ifMatch !== String(site.version)) throw new ApiError(412, { code: 'edit_conflict' });
      Object.assign(site, { markdown: 'Zero', draft: null });
      return { result: text() };
    }
    if (path.endsWith('/draft')) {
      if (method === 'PUT') site.draft = body as NonNullable<typeof site.draft>;
      if (method === 'DELETE') site.draft = null;
      return { result: { ...site.draft, saved_at } };
    }
    if (path.includes('/text/') && method === 'PUT') {
      const given = body as { markdown: string };
      if (site.version > 1)
        throw new ApiError(412, {
          ...{ code: 'edit_conflict', error: '', current: text(), etag: '"2"' },
          ...{ changed_by: 'Otto', changed_at: saved_at },
        });
      Object.assign(site, { markdown: given.markdown, draft: null });
    }
    if (path.includes('/text/')) return { result: text() };
    return { result: {} };
  }
  return { site, answer };
}

const Opened = () => <ChapterText chapterId="c" first="en-us" />;
const open = ({ site, answer }: ReturnType<typeof serverOf>) =>
  openStudioPage({
    page: { Component: Opened, searchKeys: [] },
    ...{ path: '/studio', answer, etagNow: () => String(site.version) },
  });
const NewOne = () => <NewChapter bookId="b" original="en-us" />;
const fieldOf = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text' });
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  cleanup();
  writeDraft('/chapters/c/text/en-us', null);
  vi.useRealTimers();
});

describe('the editor of a text', () => {
  it('shows what readers will see, and publishes it', async () => {
    const { site, answer } = serverOf('One');
    open({ site, answer });
    type(await fieldOf(), '## Two\n\nA {漢|かん} *word*');
    expect(await screen.findByRole('heading', { name: 'Two' })).toBeTruthy();
    expect(screen.getByText('Words: 4 · Characters: 11', { exact: false })).toBeTruthy();
    press('Publish changes');
    await waitFor(() => expect(site.markdown).toBe('## Two\n\nA {漢|かん} *word*'));
    expect(await screen.findByText('All changes published')).toBeTruthy();
  });

  it('takes a whole book, drawn in parts, in a field whose direction is that of its language', async () => {
    open(serverOf('One'));
    const field = await fieldOf();
    // A browser looks through all of the text for the direction `auto`.
    expect(field.getAttribute('dir')).toBe('ltr');
    type(field, Array.from({ length: 700 }, (_, at) => `Line ${at + 1}.`).join('\n\n'));
    await waitFor(() => expect(screen.getByText('Line 500.')).toBeTruthy());
    expect(screen.queryByText('Line 501.')).toBeNull();
    await vi.advanceTimersByTimeAsync(100);
    expect(await screen.findByText('Line 700.')).toBeTruthy();
  });

  it('keeps a draft through a dead server and another tab', async () => {
    const { site, answer } = serverOf('One');
    open({ site, answer });
    site.isGone = true;
    type(await fieldOf(), 'One and a half');
    await vi.advanceTimersByTimeAsync(10_000);
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('reach the server'));
    site.isGone = false;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(site.draft).toEqual({ markdown: 'One and a half', base: '1' });
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Draft saved'));
    cleanup();
    writeDraft('/chapters/c/text/en-us', null);
    open({ site, answer });
    expect((await fieldOf()).value).toBe('One and a half');
    expect(site.markdown).toBe('One');
  });

  it('loses nothing where somebody else was quicker', async () => {
    const { site, answer } = serverOf('One');
    open({ site, answer });
    type(await fieldOf(), 'Mine');
    Object.assign(site, { markdown: 'Theirs', version: 2 });
    press('Publish changes');
    const theirs = await screen.findByRole('region', { name: 'Theirs' });
    expect(theirs.textContent).toContain('Theirs');
    expect(screen.getByRole('region', { name: 'Yours' }).textContent).toContain('Mine');
    site.version = 1;
    press('Publish mine');
    await waitFor(() => expect(site.markdown).toBe('Mine'));
  });

  it('asks before a version that is brought back takes the place of an unpublished text', async () => {
    const { site, answer } = serverOf('One');
    open({ site, answer });
    type(await fieldOf(), 'Mine');
    press('Versions');
    fireEvent.click(await screen.findByRole('button', { name: /Import/ }));
    fireEvent.click(await screen.findByRole('button', { name: 'Restore this version' }));
    expect(screen.getByText('Your unpublished changes to this text will be lost.')).toBeTruthy();
    expect([site.markdown, (await fieldOf()).value]).toEqual(['One', 'Mine']);
    press('Restore this version');
    await waitFor(() => expect(site.markdown).toBe('Zero'));
  });

  it('brings a version back at the next try where somebody else was quicker', async () => {
    const server = serverOf('One');
    open(server);
    await fieldOf();
    server.site.version = 2;
    press('Versions');
    fireEvent.click(await screen.findByRole('button', { name: /Import/ }));
    fireEvent.click(await screen.findByRole('button', { name: 'Restore this version' }));
    expect(await screen.findByText('Someone else changed this in the meantime')).toBeTruthy();
    press('Restore this version');
    await waitFor(() => expect(server.site.markdown).toBe('Zero'));
  });

  it('of a new chapter keeps what was typed while its dialog is closed, and through a reload', async () => {
    const sent: unknown[] = [];
    const openNew = () =>
      openStudioPage({
        ...{ page: { Component: NewOne, searchKeys: [] }, path: '/studio' },
        async answer(_method, _path, body) {
          sent.push(body);
          return { result: { chapter_uuid: 'c' } };
        },
      });
    openNew();
    press('New chapter');
    type(screen.getByRole('textbox', { name: 'Title' }), 'Harbour');
    type(await fieldOf(), 'Fog.');
    expect(isUnsaved()).toBe(true);
    press('Cancel');
    cleanup();
    openNew();
    press('New chapter');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('Harbour');
    press('Create draft');
    await waitFor(() => expect(sent).toEqual([{ title: 'Harbour', language: 'en-us', markdown: 'Fog.' }]));
    await waitFor(() => expect(isUnsaved()).toBe(false));
  });
});
