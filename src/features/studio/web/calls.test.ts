import { afterEach, expect, it, vi } from 'vitest';
import { createStudioCalls } from './calls.ts';

afterEach(() => vi.restoreAllMocks());

it('asks for the password at a press, and not for what a page does by itself', async () => {
  const refusal = { code: 'password_needed', error: '', for: 'studio' };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(refusal, { status: 403 }));
  const askPassword = vi.fn(async () => false);
  const calls = createStudioCalls({ askPassword, onSessionEnded: () => {} });
  await expect(calls.quiet.get('/studio/health')).rejects.toMatchObject({ code: 'password_needed' });
  expect(askPassword).not.toHaveBeenCalled();
  await expect(calls.get('/studio/health')).rejects.toMatchObject({ code: 'password_needed' });
  expect(askPassword).toHaveBeenCalledTimes(1);
});
