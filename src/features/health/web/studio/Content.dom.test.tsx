import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openStudioPage } from '../../../studio/testing/open-page.tsx';
import { studioPage } from '../../../studio/web/Page.tsx';
import { FailedWork } from './Content.tsx';

it('shows all work that failed by pages, and the last page that there is once one behind it is empty', async () => {
  const at = '2026-03-02T10:00:00.000Z';
  const failures = Array.from({ length: 51 }, (_, index) => ({
    ...{ id: String(index), path: `file-${index}.zip`, cause: 'It is damaged', at },
    import: { id: 'an-import', name: '' },
  }));
  openStudioPage({
    ...{ page: studioPage(() => <FailedWork onChanged={async () => {}} />), path: '/studio/health' },
    async answer(method, path) {
      if (method === 'DELETE') return void failures.pop();
      const first = 50 * Number(new URLSearchParams(path.split('?')[1]).get('page'));
      return { result: failures.slice(first, first + 50), total: failures.length };
    },
  });
  expect(await screen.findByText('1–50 of 51')).toBeTruthy();
  fireEvent.click(screen.getByText('Next'));
  expect(await screen.findByText('file-50.zip')).toBeTruthy();
  fireEvent.click(screen.getByText('Dismiss'));
  expect(await screen.findByText('file-49.zip')).toBeTruthy();
});
