import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ApiError } from '../../../../web/api-client.ts';
import { openStudioPage } from '../../../studio/testing/open-page.tsx';
import { recommendedPage } from './RecommendedPage.tsx';

it('limits a book at the next try, in the list that somebody else has changed meanwhile', async () => {
  const rowOf = (id: string) => ({
    ...{ book_uuid: id, title: `Title of ${id}`, original_title: null, cover: null, languages: null },
    ...{ from: null, until: null, state: 'shown' },
  });
  let [version, rows] = [1, [rowOf('mochi')]];
  const sent: unknown[] = [];
  openStudioPage({
    ...{ page: recommendedPage, path: '/studio/recommended', etagNow: () => String(version) },
    async answer(method, _path, body, ifMatch) {
      if (method === 'PUT' && ifMatch === '1') {
        [version, rows] = [2, [rowOf('harbour'), rowOf('mochi')]];
        throw new ApiError(412, { code: 'edit_conflict' });
      }
      if (method === 'PUT') sent.push((body as { items: unknown[] }).items); // of the list
      return { result: rows, total: rows.length };
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Schedule for Title of mochi' }));
  const dialog = within(screen.getByRole('dialog'));
  fireEvent.click(dialog.getByRole('checkbox', { name: 'English' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Someone else changed this in the meantime')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  const item = (id: string, languages: string[] | null) => ({ book_uuid: id, languages, from: null, until: null });
  await waitFor(() => expect(sent).toEqual([[item('harbour', null), item('mochi', ['en-us'])]]));
});
