import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openStudioPage } from '../../../studio/testing/open-page.tsx';
import { writeMoment } from '../../../studio/web/Moment.tsx';
import type { ConnectionOnWire, DeliveryOnWire } from '../../studio-contract.ts';
import { connectionsPage } from './ConnectionsPage.tsx';

const connection: ConnectionOnWire = {
  ...{ id: '0a1b2c3d-0000-4000-8000-000000000000', kind: 'standard', address: 'https://example.org/hooks/secret-path' },
  ...{ events: ['order.paid'], language: 'en-us', state: 'on' },
  ...{ off_because: null, failing_since: null, chat_id: null },
};
const delivery: DeliveryOnWire = {
  ...{ id: '1a1b2c3d-0000-4000-8000-000000000000', webhook_id: 'msg_1', event: 'order.paid' },
  ...{ at: '2026-03-01T10:00:00.000Z', status: 'failed', tries: 10, answer: 503 },
};

/** The page with these connections; returns what it sends. */
async function open(rows: ConnectionOnWire[], given: { isArabic?: boolean } = {}) {
  const sent: [string, string, unknown][] = [];
  const tests: DeliveryOnWire[] = [];
  openStudioPage({
    ...{ page: connectionsPage, path: '/studio/connections', ...given },
    async answer(method, path, body) {
      if (method !== 'GET') sent.push([method, path, body]);
      if (path.endsWith('/test')) tests.push({ ...delivery, id: crypto.randomUUID(), event: 'connection.test' });
      if (path.endsWith('/deliveries')) return { result: [...tests, delivery], total: tests.length + 1 };
      if (method === 'POST' && !path.endsWith('/test')) return { result: { ...connection, secret: 'whsec_c2VjcmV0' } };
      return { result: [...rows], total: rows.length };
    },
  });
  await screen.findByRole('heading', { level: 1 });
  return sent;
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const dialog = () => within(screen.getByRole('dialog'));

describe('the page of connections', () => {
  it('makes one for Discord, and tells the secret of a webhook once', async () => {
    const sent = await open([]);
    await screen.findByText('No connections yet');
    press('Add connection');
    const type = (label: string, value: string) =>
      fireEvent.change(dialog().getByLabelText(label), { target: { value } });
    type('Type', 'telegram');
    expect(dialog().getByLabelText('Bot token')).toBeTruthy();
    type('Type', 'discord');
    expect(dialog().queryByLabelText('Bot token')).toBeNull();
    type('Address', ' https://discord.com/api/webhooks/1/a ');
    fireEvent.click(dialog().getByLabelText('Order paid'));
    fireEvent.submit(dialog().getByRole('button', { name: 'Add' }).closest('form') as HTMLFormElement); // it stands in one
    const secret = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Secret' });
    expect(secret.value).toBe('whsec_c2VjcmV0');
    expect(sent).toEqual([
      [
        'POST',
        '/studio/connections',
        {
          ...{ kind: 'discord', address: 'https://discord.com/api/webhooks/1/a', language: 'en-us' },
          events: ['chapter.published', 'order.paid'],
        },
      ],
    ]);
  });

  it('shows the host alone, switches it off, and sends a delivery again', async () => {
    const sent = await open([connection]);
    const row = await screen.findByRole('listitem');
    expect(row.textContent).toContain('example.org');
    expect(row.textContent).not.toContain('secret-path');
    fireEvent.click(screen.getByRole('switch', { name: 'On: example.org' }));
    press('Deliveries: example.org');
    await screen.findByText('Failed · 503');
    press(`Send again: Order paid · ${writeMoment(delivery.at, 'en-us')}`);
    const { id } = connection;
    await waitFor(() =>
      expect(sent).toEqual([
        ['PATCH', `/studio/connections/${id}`, { state: 'off' }],
        ['POST', `/studio/connections/${id}/deliveries/${delivery.id}/again`, undefined],
      ]),
    );
  });

  it('shows each test among the deliveries, also where they are open already', async () => {
    await open([connection]);
    await screen.findByRole('listitem');
    for (const count of [1, 2]) {
      press('Send a test: example.org');
      await waitFor(() => expect(screen.getAllByRole('rowheader', { name: 'Test' })).toHaveLength(count));
    }
  });

  it('leads the focus to the page when the row that had it is removed', async () => {
    const main = document.body.appendChild(document.createElement('main'));
    main.tabIndex = -1;
    const rows = [connection];
    const sent = await open(rows);
    const remove = await screen.findByRole('button', { name: 'Delete: example.org' });
    remove.focus();
    fireEvent.click(remove);
    rows.pop();
    fireEvent.click(dialog().getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(document.activeElement).toBe(main));
    expect(sent).toEqual([['DELETE', `/studio/connections/${connection.id}`, undefined]]);
    main.remove();
  });

  it('says why one is off, in another language too', async () => {
    await open([{ ...connection, state: 'off', off_because: 'gone' }], { isArabic: true });
    expect(await screen.findByText(/أوقف الاتصال/)).toBeTruthy();
  });
});
