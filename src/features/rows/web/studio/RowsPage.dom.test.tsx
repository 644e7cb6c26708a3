import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { HomeRow } from '../../../../shared/site-settings.ts';
import { ApiError } from '../../../../web/api-client.ts';
import { openStudioPage } from '../../../studio/testing/open-page.tsx';
import { rowsPage } from './RowsPage.tsx';

const [popular, newest, recommended]: HomeRow[] = [{ kind: 'popular' }, { kind: 'newest' }, { kind: 'recommended' }];

/** Opens the page, where somebody else is quicker with the first change: they leave these rows. */
function openBesideAnother(theirs: unknown[]): unknown[] {
  let [version, rows]: [number, unknown] = [1, [popular, newest]];
  const tried: unknown[] = [];
  openStudioPage({
    ...{ page: rowsPage, path: '/studio/rows', etagNow: () => String(version) },
    async answer(method, _path, body, ifMatch) {
      if (method !== 'PUT') return { result: { rows } };
      tried.push([ifMatch, Object(body).rows]);
      version += 1;
      rows = tried.length === 1 ? theirs : Object(body).rows;
      if (tried.length === 1) throw new ApiError(412, { code: 'edit_conflict' });
      return { result: { rows } };
    },
  });
  return tried;
}

async function saveTwice(): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: /Edit.*(?:New|Latest)/ }));
  const dialog = within(screen.getByRole('dialog'));
  const [title] = dialog.getAllByRole('textbox');
  if (title) fireEvent.change(title, { target: { value: 'Fresh' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Someone else changed this in the meantime')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

const typed = expect.objectContaining({ kind: 'newest', title: expect.anything() });

it('changes a row at the next try, where it stands now', async () => {
  const tried = openBesideAnother([recommended, popular, newest]);
  await saveTwice();
  expect(tried).toEqual([
    ['1', [popular, typed]],
    ['2', [recommended, popular, typed]],
  ]);
});

it('adds what was typed where somebody else has removed the row', async () => {
  const tried = openBesideAnother([popular]);
  await saveTwice();
  expect(tried[1]).toEqual(['2', [popular, typed]]);
});
