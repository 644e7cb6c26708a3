import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import english from '../../../../../messages/en-us.json';
import { ApiProvider } from '../../../../web/api.tsx';
import { createApi } from '../../../../web/api-client.ts';
import { createText } from '../../../../web/create-text.ts';
import { TextProvider } from '../../../../web/i18n.tsx';
import { QueryClientProvider } from '../../../../web/query.ts';
import { QueryClient } from '../../../../web/query-client.ts';
import { setBooks } from '../set-books.ts';
import { type KeptEntry, useSorted } from './kept-shelf.ts';

afterEach(cleanup);

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
  render(
    <QueryClientProvider value={new QueryClient()}>
      <ApiProvider value={api}>
        <TextProvider value={createText('en-us', english)}>
          <Sorted entries={['one', 'two', 'three'].map(entryOf)} />
        </TextProvider>
      </ApiProvider>
    </QueryClientProvider>,
  );
  expect(await screen.findByText('two one three')).toBeTruthy();
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain('three');
});
