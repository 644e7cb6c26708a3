import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createApi } from '../../../../web/api-client.ts';
import { inSite } from '../../../../web/testing/in-site.tsx';
import { setBooks } from '../set-books.ts';
import { type KeptEntry, useSorted } from './kept-shelf.ts';

const entryOf = (bookUuid: string): KeptEntry => ({ bookUuid, state: 'to_read', date: '2026-01-01', setAt: null });

function Sorted({ entries }: { entries: readonly KeptEntry[] }) {
  return (
    <p>
      {useSorted(entries, 'title')
        ?.map(({ bookUuid }) => bookUuid)
        .join(' ')}
    </p>
  );
}

it('asks for no title that was seen when its book was put on the shelf', async () => {
  const asked: string[] = [];
  const api = createApi(async (_method, path) => {
    asked.push(path);
    throw new Error('offline');
  });
  setBooks.set('one', { state: 'to_read', title: { text: 'Wave', language: 'en-us' } });
  setBooks.set('two', { state: 'to_read', title: { text: 'Coral', language: 'en-us' } });
  setBooks.set('three', { state: 'to_read', title: { text: '海', language: 'zh-cn' } });
  render(inSite(<Sorted entries={['one', 'two', 'three'].map(entryOf)} />, { api }));
  expect(await screen.findByText('two one three')).toBeTruthy();
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain('three');
});
