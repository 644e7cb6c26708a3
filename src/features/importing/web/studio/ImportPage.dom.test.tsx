import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import arabic from '../../../../../messages/studio/ar-sa.json';
import english from '../../../../../messages/studio/en-us.json';
import { openStudioPage } from '../../../studio/testing/open-page.tsx';
import { importPage } from './ImportPage.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const given = {
  ...{ id: 'an-import', name: 'Harbour Lights', source: 'studio', user: null, phase: '', done: 0, total: 0 },
  ...{ current: null, eta_seconds: null, created_at: '2026-03-01T10:00:00.000Z', committed_at: null },
  ...{ undo_until: null, books: [], cause: null },
  counts: { files: 3, new: 3, replaced: 0, same: 0, left_out: 0, failed: 0, warnings: 0 },
};
const rowOf = (id: number, action: string) => ({
  ...{ id, action, at: '2026-03-01T10:00:00.000Z', user: null, by: 'system', token: null, batch: null },
  ...{ target: { kind: 'import', id: 'an-import', name: '' }, before: null, after: null, reason: null },
});

describe('the page of an import', () => {
  it('has the last row of its history as soon as its work has ended', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let isOver = false;
    openStudioPage({
      ...{ page: importPage, path: '/studio/imports/an-import', params: { id: 'an-import' } },
      async answer(_method, path) {
        const rows = [...(isOver ? [rowOf(2, 'import.fail')] : []), rowOf(1, 'import.make')];
        if (path.startsWith('/studio/audit')) return { result: rows, total: rows.length };
        return { result: { ...given, state: isOver ? 'failed' : 'checking' } };
      },
    });
    await screen.findByText('Import started');
    isOver = true;
    vi.advanceTimersByTime(1000);
    expect(await screen.findByText('Import failed')).toBeTruthy();
  });

  it('offers to review an undone import once more where it has files', async () => {
    const open = async (files: number) => {
      cleanup();
      openStudioPage({
        ...{ page: importPage, path: '/studio/imports/an-import', params: { id: 'an-import' } },
        async answer(_method, path) {
          if (path.startsWith('/studio/audit')) return { result: [], total: 0 };
          if (path.includes('/plan')) return { result: { books: [], files: [] }, total: 0 };
          return { result: { ...given, state: 'undone', counts: { ...given.counts, files } } };
        },
      });
      await screen.findByRole('heading', { name: 'Harbour Lights' });
      return screen.queryByRole('button', { name: english.imports.checkAgain });
    };
    expect([await open(3), await open(0)]).toEqual([expect.anything(), null]);
  });

  it("says in the operator's language why a book that came in cannot be published", async () => {
    openStudioPage({
      ...{ page: importPage, path: '/studio/imports/an-import', params: { id: 'an-import' }, isArabic: true },
      async answer(method, path) {
        if (path.startsWith('/studio/audit')) return { result: [], total: 0 };
        const refusal = { code: 'publish_out_of_order', error: 'A chapter before it is not published by then' };
        if (method === 'POST') return { result: [{ book_uuid: 'a-book', ok: false, ...refusal }], total: 1 };
        const books = [{ book_uuid: 'a-book', title: 'Harbour Lights', state: 'created' }];
        return { result: { ...given, source: 'command_line', state: 'committed', books } };
      },
    });
    (await screen.findByText(arabic.imports.publishDrafts)).click();
    expect(await screen.findByText(arabic.errors.publish_out_of_order, { exact: false })).toBeTruthy();
    expect(screen.queryByText(/A chapter before it/)).toBeNull();
  });
});
