import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../../../web/api-client.ts';
import { openStudioPage } from '../../../studio/testing/open-page.tsx';
import { publishingPage } from './PublishingPage.tsx';

beforeEach(() => {
  Element.prototype.scrollIntoView = () => {};
});

describe('a free window', () => {
  it('opens the whole site only by an explicit choice', async () => {
    const sent: unknown[] = [];
    const answer = async (method: string, _path: string, body?: unknown) => {
      if (method === 'POST' && sent.push(body) === 1) {
        const details = [{ path: 'book_uuid', code: 'invalid_format', message: 'must be an id' }];
        throw new ApiError(400, { code: 'invalid_request', details });
      }
      return { result: [], total: 0 };
    };
    openStudioPage({ page: publishingPage, path: '/studio/publishing', search: '?view=windows', answer });
    fireEvent.click(await screen.findByRole('button', { name: 'New promotion' }));
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Choose a book from the list')).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: 'Every book' }));
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toMatchObject([{ book_uuid: '' }, { book_uuid: null }]));
  });
});
