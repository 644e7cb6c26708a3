import type { AnswerOf, CallAt } from '../../../shared/calls.ts';
import { ApiError } from '../../../web/api-client.ts';
import { useStudioQuery } from './calls.ts';

type StudioSession = AnswerOf<CallAt<'GET', '/studio/session'>>['result'];

/** The person at the desk: null while nobody knows or nobody `isAsked`, 'stranger' for a user without a role. */
export function useStaff({ isAsked = true } = {}): StudioSession | 'stranger' | null {
  const { data, error } = useStudioQuery('/studio/session', isAsked ? {} : null);
  if (error instanceof ApiError && error.status === 403) return 'stranger';
  return data?.data.result ?? null;
}
