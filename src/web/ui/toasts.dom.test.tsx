import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Toasts } from './Toasts.tsx';
import { showToast } from './toasts.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

it('goes by itself, but not while its reader is at it', () => {
  render(<Toasts dismissLabel="Dismiss" />);
  act(() => void showToast({ text: 'Removed', action: { label: 'Undo', act: () => {} } }));
  screen.getByRole('button', { name: 'Undo' }).focus();
  pass(60_000);
  expect(screen.getByText('Removed')).toBeTruthy();
  screen.getByRole('button', { name: 'Undo' }).blur();
  pass(6000);
  expect(screen.queryByText('Removed')).toBeNull();
});
