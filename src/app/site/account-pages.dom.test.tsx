import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { loginPage, resetPasswordPage } from '../../features/accounts/web/LoginPage.tsx';
import { registerPage } from '../../features/accounts/web/RegisterPage.tsx';
import { paymentReturnPage } from '../../features/payments/web/PaymentReturnPage.tsx';
import { receiptPage } from '../../features/payments/web/ReceiptPage.tsx';
import { ApiError, createApi } from '../../web/api-client.ts';
import { lateTextIn } from '../../web/late-words.ts';
import type { AnyPage } from '../../web/navigation.ts';
import { forgetEverything, storeSession } from '../../web/stored-session.ts';
import { inSite } from '../../web/testing/in-site.tsx';
import { membershipPage } from './MembershipPage.tsx';

await lateTextIn('en-us');

/** A page in a document; every call is written down, and refused where `refusal` says how, or never answered. */
function open(
  page: AnyPage,
  given: {
    params?: Record<string, string>;
    search?: string;
    refusal?: ApiError;
    isSilent?: true;
    result?: unknown;
    data?: object;
  } = {},
) {
  const { params = {}, search = '', refusal, isSilent = false, result = true, data } = given;
  const calls: unknown[] = [];
  const answer = async (...call: unknown[]) => {
    calls.push(call);
    if (refusal) throw refusal;
    return (isSilent ? new Promise(() => {}) : (data ?? { result })) as never;
  };
  const Component = page.Component as ComponentType<{ params: Record<string, string> }>; // the table's pages are any
  const api = createApi((...call) => answer(...call.filter((part) => part !== undefined)));
  render(inSite(<Component params={params} />, { api, opened: { search, params, page } }));
  return calls;
}

const type = (label: string, text: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value: text } });

describe('the page of a link for a new password', () => {
  const params = { code: 'the-code' };
  const page = resetPasswordPage as unknown as AnyPage;
  const choose = (password: string, again = password) => {
    type('New password', password);
    type('Confirm new password', again);
    fireEvent.click(screen.getByRole('button', { name: 'Update password' }));
  };

  it('sends the code with the new password, and leads to the login', async () => {
    const calls = open(page, { params });
    expect(screen.getByRole('heading', { name: 'Choose a new password' })).toBeTruthy();
    choose('a new password');
    expect(await screen.findByText('Password updated successfully')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
    expect(calls).toEqual([['POST', '/user/reset_password', { code: 'the-code', new_password: 'a new password' }]]);
  });

  it('asks nobody while the two passwords differ or are too short', async () => {
    const calls = open(page, { params });
    choose('a new password', 'another one');
    expect(await screen.findByText('The two entries of the new password do not match')).toBeTruthy();
    choose('short');
    expect(await screen.findByText('Password must be at least 8 characters long')).toBeTruthy();
    expect(calls).toEqual([]);
  });

  it('says that its link has ended', async () => {
    open(page, { params, refusal: new ApiError(410, { error: 'Gone', code: 'reset_link_invalid' }) });
    choose('a new password');
    expect(await screen.findByText('This link has been used or has ended')).toBeTruthy();
  });
});

describe('the login', () => {
  it('tells somebody who is banned whom to write to', async () => {
    open(loginPage as AnyPage, { refusal: new ApiError(403, { error: 'No', code: 'account_banned' }) });
    type('Username', 'banned');
    type('Password', 'a password');
    fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
    expect(await screen.findByText('This account has been suspended. Write to help@example.org')).toBeTruthy();
  });
});

describe('the registration', () => {
  it('asks for the consent that it was refused for, with a box that is not ticked', async () => {
    const documents = { terms: 2 };
    const refusal = new ApiError(400, { error: 'No', code: 'consent_needed', documents });
    const calls = open(registerPage as AnyPage, { refusal });
    type('Username', 'reader');
    type('Password', 'a password');
    type('Confirm password', 'a password');
    const send = () => fireEvent.click(screen.getByRole('button', { name: 'Register' }));
    send();
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /Terms/ });
    fireEvent.click(box);
    send();
    await waitFor(() => expect(calls.at(-1)).toMatchObject(['POST', '/user/register', { accept: documents }]));
    await waitFor(() => expect(box.checked).toBe(false));
  });
});

describe('the page after WeChat', () => {
  it('asks our books on arrival', async () => {
    const result = { completed: true, status: 'succeeded' };
    const calls = open(paymentReturnPage as unknown as AnyPage, { params: { order: 'order' }, result });
    expect(await screen.findByRole('heading', { name: 'Payment successful' })).toBeTruthy();
    expect(calls).toEqual([['GET', '/payment/return/order']]);
  });
});

describe('the receipt', () => {
  it('names its seller as the imprint does', async () => {
    storeSession({ token: 'token', uuid: '0b2f7a52-3f0f-4d52-9f5e-0d6d7f7c0001', username: 'ada' });
    const seller = { name: 'Ink', director: 'Ada', host: 'Hosting Ltd', icp: '京ICP备1号', police: '京公网安备2号' };
    const facts = ['form', 'address', 'phone', 'email', 'registration', 'tax_id', 'licence'];
    const nothing = Object.fromEntries(facts.map((fact) => [fact, null]));
    const item = { plan: 'month', name: { 'en-us': 'Month' }, months: 1, gift: false };
    const receipt = {
      ...{ number: 'A1', kind: 'sale', issued_at: '2026-01-01T00:00:00Z', order_id: 'order', item, period: null },
      ...{ full_amount: 100, discount: 0, amount: 100, currency: 'CNY', tax: null, provider: 'wechat', way: 'qr' },
      seller: { ...nothing, ...seller, language: 'en-us' },
    };
    open(receiptPage as unknown as AnyPage, { params: { order: 'order' }, result: [receipt] });
    for (const fact of Object.values(seller)) expect(await screen.findByText(fact)).toBeTruthy();
    expect(screen.getByRole('link', { name: '京ICP备1号' })).toBeTruthy();
    forgetEverything();
  });
});

describe('the page of the plans', () => {
  it('shows each price of a plan that has two by card', async () => {
    const warned = vi.spyOn(console, 'error').mockImplementation(() => {});
    const card = { plan: 'month', buy_button_id: null, url: 'https://buy.example', button: false, currency: 'USD' };
    const plan = { plan: 'month', months: 1, amount: 1000, currency: 'CNY', name: { 'en-us': 'Month' } };
    const buttons = [199, 299].map((amount) => ({ ...card, amount }));
    open(membershipPage as AnyPage, { data: { plans: [plan], wechat: false, stripe: { buttons }, result: null } });
    expect(await screen.findByText(/2\.99/)).toBeTruthy();
    expect(warned).not.toHaveBeenCalled();
    warned.mockRestore();
  });

  it('leads to the login with the plan and the page that its reader came from', () => {
    const search = '?plan=season&next=%2Freader%2Fchapter&lang=fr-fr';
    open(membershipPage as AnyPage, { search, isSilent: true });
    const { searchParams: asked } = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: /Log in/ }).href);
    expect(asked.get('next')).toBe('/membership?plan=season&next=%2Freader%2Fchapter');
  });
});
