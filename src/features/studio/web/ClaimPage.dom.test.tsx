import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../web/api-client.ts';
import { openStudioPage } from '../testing/open-page.tsx';
import { claimPage } from './ClaimPage.tsx';

const ended = new ApiError(404, { code: 'claim_invalid' });
const text = 'This link has expired. Restart the server to get a new one';

/** The page, whose calls are refused where `refusals` says how. */
function open(refusals: Readonly<Record<string, ApiError>>): unknown[] {
  const asked: unknown[] = [];
  openStudioPage({
    ...{ page: claimPage, path: '/studio/claim/the-code', params: { code: 'the-code' } },
    async answer(_method, path, body) {
      asked.push([path, body]);
      if (refusals[path]) throw refusals[path];
    },
  });
  return asked;
}

describe('the page of the address that claims the site', () => {
  it('shows its form while the code holds', async () => {
    const asked = open({});
    expect(await screen.findByRole('button', { name: 'Set up your site' })).toBeTruthy();
    expect(asked).toEqual([['/studio/claim/check', { code: 'the-code' }]]);
  });

  it('says that the address has ended, without a form', async () => {
    open({ '/studio/claim/check': ended });
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.queryByLabelText('Password')).toBeNull();
  });

  it('takes the form away where somebody else was faster', async () => {
    open({ '/studio/claim': ended });
    fireEvent.click(await screen.findByRole('button', { name: 'Set up your site' }));
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('shows its form where nobody knows', async () => {
    open({ '/studio/claim/check': new ApiError(0, {}) });
    expect(await screen.findByRole('button', { name: 'Set up your site' })).toBeTruthy();
  });
});
