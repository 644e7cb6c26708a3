import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../../web/api-client.ts';
import { toasts } from '../../../../../web/ui/toasts.ts';
import { openStudioPage } from '../../../../studio/testing/open-page.tsx';
import { SendFileProvider } from '../../../../studio/web/send-file.ts';
import { chapterPage } from './ChapterPage.tsx';
import { ChapterPages } from './ChapterPages.tsx';

const ComicPages = () => (
  <SendFileProvider value={async () => ''}>
    <ChapterPages chapterId="c" languages={['en-us']} first="en-us" />
  </SendFileProvider>
);

const draftIn = (language: string) => ({ language, state: 'draft', published_at: null });

interface Opened {
  titles: Record<string, string>;
  texts: readonly string[];
  /** Fails some of the calls. */
  refuse?: (call: string, body: unknown) => void;
  edited?: string[];
}

/** Opens a novel's chapter that has these titles, and texts in these languages. */
function open({ titles, texts, refuse, edited = [] }: Opened): void {
  const written = new Map(texts.map((language) => [language, `Text in ${language}`]));
  const chapter = () => ({
    ...{ chapter_uuid: 'c', book_uuid: 'b', place: 1, number: null, title: 'One', titles, season: null, label: null },
    ...{ created_at: '2026-03-01T10:00:00.000Z', access: 'rule', free_at: null, edited },
    editions: [...written.keys()].map(draftIn),
  });
  openStudioPage({
    ...{ page: chapterPage, path: '/studio/books/b/chapters/c', params: { chapter: 'c' } },
    async answer(method, path, body) {
      refuse?.(`${method} ${path}`, body);
      // A chapter's only such call.
      if (method === 'PATCH') edited = edited.filter((field) => !(body as { follow: string[] }).follow.includes(field));
      const [, language = ''] = /^\/studio\/chapters\/c\/text\/([a-z-]+)$/.exec(path) ?? [];
      if (method === 'PUT' && language) written.set(language, (body as { markdown: string }).markdown); // of the text
      if (language) {
        const counts = { words: 1, characters: 1, drafts: [], draft_saved_at: null };
        return { result: { ...counts, markdown: written.get(language) ?? null } };
      }
      if (path.startsWith('/studio/chapters/c')) return { result: chapter() };
      if (path === '/studio/books/b') return { result: { kind: 'novel', original_language: 'zh-cn', titles } };
      return { result: [], total: 0 };
    },
  });
}

const fieldOf = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text' });

describe('the page of a chapter', () => {
  it('shows both sides of a merge in words', async () => {
    const date = '2026-04-01T10:00:00.000Z';
    const theirs = { titles: { 'en-us': 'One' }, season: null, label: '1½', created_at: date, access: 'free' };
    open({
      ...{ titles: { 'en-us': 'One' }, texts: ['en-us'] },
      refuse(call) {
        if (!call.startsWith('PATCH')) return;
        const current = { ...theirs, free_at: null };
        throw new ApiError(412, { code: 'edit_conflict', error: '', current, etag: '"2"', changed_by: 'Otto' });
      },
    });
    fireEvent.change(await screen.findByLabelText('Access'), { target: { value: 'members' } });
    fireEvent.change(screen.getByLabelText('Custom number'), { target: { value: 'Extra' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    const [label, access] = await screen.findAllByRole('group');
    expect(access?.textContent).toBe('AccessYoursMembersTheirsFree');
    expect(label?.textContent).toMatch(/^Custom number/);
    // A text can be edited too.
    expect(screen.getAllByRole('textbox', { name: /merged/ })).toHaveLength(1);
  });

  it('gives a field that was edited by hand back to imports', async () => {
    const sent: unknown[] = [];
    open({
      ...{ titles: { 'en-us': 'One' }, texts: [], edited: ['text.en-us', 'titles.en-us'] },
      refuse: (call, body) => void (call.startsWith('PATCH') && sent.push(body)),
    });
    expect(await screen.findByText('Edited manually. Locked against imports.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Let imports change it: Text (English)' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /Text \(English/ })).toBeNull());
    expect(screen.getByRole('button', { name: 'Let imports change it: Name (English)' })).toBeTruthy();
    expect(sent).toEqual([{ follow: ['text.en-us'] }]);
  });

  it('is loaded anew where somebody else has changed it, and says why a deletion cannot be undone', async () => {
    const called: string[] = [];
    const refusals = [new ApiError(412, { code: 'edit_conflict' }), new ApiError(409, { code: 'book_in_trash' })];
    open({
      ...{ titles: { 'en-us': 'One' }, texts: [] },
      refuse(call) {
        called.push(call);
        if (call === 'DELETE /studio/chapters/c' && refusals.length === 2) throw refusals.shift();
        if (call.startsWith('POST /studio/trash/')) throw refusals.shift();
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    const remove = within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' });
    called.length = 0;
    fireEvent.click(remove);
    expect(await screen.findByText('Someone else changed this in the meantime')).toBeTruthy();
    expect(called).toContain('GET /studio/chapters/c?language=en-us');
    fireEvent.click(remove);
    await waitFor(() => expect(toasts.get().shown.at(-1)?.action?.label).toBe('Undo'));
    toasts.get().shown.at(-1)?.action?.act();
    await waitFor(() => expect(toasts.get().shown.at(-1)?.text).toBe('This book is in the trash. Restore it first'));
  });

  it('removes a page at the next try where somebody else was quicker', async () => {
    const sent: unknown[] = [];
    let version = 1;
    openStudioPage({
      ...{ page: { Component: ComicPages, searchKeys: [] }, path: '/studio', etagNow: () => String(version) },
      async answer(method, path, _body, ifMatch) {
        if (method === 'DELETE') sent.push([path, ifMatch]);
        if (method === 'DELETE' && sent.length === 1) {
          version += 1;
          throw new ApiError(412, { code: 'edit_conflict' });
        }
        return { result: [{ page: 1, pictures: [] }], total: 1 };
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Remove page 1' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Page 1' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await dialog.findByText('Someone else changed this in the meantime')).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    const page = '/studio/chapters/c/pages/en-us/1';
    await waitFor(() =>
      expect(sent).toEqual([
        [page, '1'],
        [page, '2'],
      ]),
    );
  });

  it('opens in the original where the operator’s language has a title alone', async () => {
    open({ titles: { 'zh-cn': '一', 'en-us': 'One' }, texts: ['zh-cn'] });
    expect((await fieldOf()).value).toBe('Text in zh-cn');
  });

  it('shows the edition that a first text has made', async () => {
    open({ titles: { 'en-us': 'One', 'zh-cn': '一' }, texts: ['en-us'] });
    const text = within((await screen.findByRole('heading', { name: 'Text' })).closest('section') as HTMLElement); // its own
    fireEvent.change(text.getByLabelText('Language'), { target: { value: 'zh-cn' } });
    const publishing = (await screen.findByRole('heading', { name: 'Publishing' })).closest('section') as HTMLElement; // its own
    expect(within(publishing).queryByText('简体中文')).toBeNull();
    fireEvent.change(await fieldOf(), { target: { value: '他说' } });
    fireEvent.click(screen.getByRole('button', { name: 'Publish changes' }));
    expect(await within(publishing).findByText('简体中文')).toBeTruthy();
  });
});
